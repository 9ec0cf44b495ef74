/** Reads XML as our own writer makes it, and is strict: what is not well formed throws. */

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

const TOKEN = /<\?xml[^?]*\?>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

export function parseXml(source: string): XmlNode {
  type Open = { name: string; attributes: Record<string, string>; children: XmlNode[]; text: string };
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack: Open[] = [root];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < source.length) {
    const match = TOKEN.exec(source);
    if (match === null) throw new Error(`no XML at ${at}: ${source.slice(at, at + 40)}`);
    at = TOKEN.lastIndex;
    const [, closing, name, attributeText, alone, text] = match;
    const top = stack[stack.length - 1];
    if (text !== undefined) top.text += unescaped(text);
    else if (name === undefined) continue;
    else if (closing) {
      if (top.name !== name) throw new Error(`</${name}> ends <${top.name}>`);
      stack.pop();
    } else {
      const attributes: Record<string, string> = {};
      for (const [, key, value] of attributeText.matchAll(/([\w:.-]+)="([^"]*)"/g)) attributes[key] = unescaped(value);
      const made: Open = { name, attributes, children: [], text: '' };
      top.children.push(made);
      if (!alone) stack.push(made);
    }
  }
  if (stack.length !== 1 || root.children.length !== 1) throw new Error('not one root that ends');
  return root.children[0];
}

function unescaped(text: string): string {
  return text.replace(/&([^;]*);?/g, (_, name: string) => {
    const found = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name];
    if (found === undefined) throw new Error(`no entity &${name};`);
    return found;
  });
}
