/** Made from the sources of the documentation: see `playground/plugins/docs-index.ts`. */
declare module 'virtual:docs-titles' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}

declare module 'virtual:docs-headings' {
  const pages: readonly {
    readonly name: string;
    readonly title: string;
    readonly headings: readonly { readonly text: string; readonly id: string }[];
  }[];
  export default pages;
}
