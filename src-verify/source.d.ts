/** A module with all that it imports, as the text of one classic script: see vite.verify.config.ts. */
declare module '*?source' {
  export const source: string;
}
