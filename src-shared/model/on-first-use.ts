/** Makes a value when it is first asked for, and keeps it: the first format of `Intl` alone takes a process 20 ms. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
