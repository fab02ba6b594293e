/**
 * Finds the endpoint of a request from the contract's table. A literal segment beats a parameter, position by
 * position, so that /users/email/{email} and /projects/{id}/members/on-hold mean what they say.
 */
import { endpoints, type EndpointName } from '../../src-shared/service/endpoints.ts';

interface Route {
  readonly name: EndpointName;
  readonly method: string;
  readonly segments: readonly string[];
}

export type RouteMatch =
  | { readonly kind: 'found'; readonly name: EndpointName; readonly parameters: Parameters }
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' };

/** Values of the path's `{name}` parameters, decoded. */
export type Parameters = Readonly<Record<string, string>>;

const ROUTES: readonly Route[] = (Object.keys(endpoints) as EndpointName[])
  .map((name) => ({
    name,
    method: endpoints[name].method,
    segments: endpoints[name].path.split('/'),
  }))
  .toSorted((left, right) => specificity(left).localeCompare(specificity(right)));

/** `path` is the raw, still encoded path without query. */
export function matchRoute(method: string, path: string): RouteMatch {
  const segments = path.split('/');
  const onThisPath = ROUTES.filter((route) => fits(route.segments, segments));
  if (onThisPath.length === 0) return { kind: 'unknown' };
  const route = onThisPath.find((candidate) => candidate.method === method);
  if (route === undefined) {
    return { kind: 'wrong-method', allowed: [...new Set(onThisPath.map((other) => other.method))] };
  }
  const parameters = decodeParameters(route.segments, segments);
  return parameters === null
    ? { kind: 'malformed' }
    : { kind: 'found', name: route.name, parameters };
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Sorts literals before parameters at the first position where two routes differ. */
function specificity({ segments }: Route): string {
  return segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((expected, index) =>
      isParameter(expected) ? segments[index] !== '' : expected === segments[index],
    )
  );
}

/** Null when a segment is not valid percent-encoding. */
function decodeParameters(
  template: readonly string[],
  segments: readonly string[],
): Parameters | null {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    if (!isParameter(expected)) continue;
    const decoded = decodeSegment(segments[index] ?? '');
    if (decoded === null) return null;
    parameters[expected.slice(1, -1)] = decoded;
  }
  return parameters;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
