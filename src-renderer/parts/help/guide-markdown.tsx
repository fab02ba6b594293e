/** Shows Markdown of our own as elements: no text becomes markup, and links lead to other pages of the guide. */
import type { MarkedToken, Token } from 'marked';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { HELP_PAGES } from '../../../src-shared/model/text/guide-topics.ts';
import { pathToHelp } from '../../paths.ts';
import styles from './guide.module.css';

/** By their places, seen from here; those in other colours and of other pages do not ship. */
const PICTURES = import.meta.glob<string>(
  '../../../docs/pictures/{watch,proof,files,credits,certificate}-{en,it,light}.png',
  { query: '?url', import: 'default', eager: true },
);

export function Markdown({ tokens }: Readonly<{ tokens: readonly Token[] }>): ReactElement {
  return <div className={styles['guide']}>{tokens.map(drawn)}</div>;
}

const inside = ({ tokens = [] }: { readonly tokens?: Token[] | undefined }) => tokens.map(drawn);

function drawn(token: Token, key: number): ReactNode {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'heading':
      return known.depth === 2 ? (
        <h2 key={key}>{inside(known)}</h2>
      ) : (
        <h3 key={key}>{inside(known)}</h3>
      );
    case 'paragraph':
      return <p key={key}>{inside(known)}</p>;
    case 'list': {
      const items = known.items.map((item, at) => <li key={at}>{inside(item)}</li>);
      return known.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
    }
    case 'table':
      return (
        <table key={key}>
          <thead>
            <tr>
              {known.header.map((cell, at) => (
                <th key={at} scope="col">
                  {inside(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {known.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{inside(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'strong':
      return <strong key={key}>{inside(known)}</strong>;
    case 'em':
      return <em key={key}>{inside(known)}</em>;
    case 'codespan':
      return <code key={key}>{known.text}</code>;
    case 'link': {
      const page = HELP_PAGES.find((each) => known.href === `${each}.md`);
      return page === undefined ? (
        inside(known)
      ) : (
        <Link key={key} to={pathToHelp(page)}>
          {inside(known)}
        </Link>
      );
    }
    case 'text':
      return 'tokens' in known && known.tokens !== undefined ? inside(known) : known.text;
    case 'image': {
      const address = PICTURES[known.href.replace('../../', '../../../docs/')];
      return address === undefined ? null : <img key={key} src={address} alt={known.text} />;
    }
    case 'space':
    case 'escape':
    case 'br':
    case 'hr':
    case 'del':
    case 'def':
    case 'code':
    case 'html':
    case 'checkbox':
    case 'list_item':
    case 'blockquote':
      return null;
    default:
      return assertNever(known);
  }
}
