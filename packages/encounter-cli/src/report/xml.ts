/** XML written by hand: elements with attributes, in the order they are given. */

export type XmlContent = string | number | boolean | readonly XmlElement[];

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | boolean>>;
  readonly content: XmlContent;
}

export function element(
  name: string,
  content: XmlContent = [],
  attributes: Readonly<Record<string, string | boolean>> = {},
): XmlElement {
  return { name, attributes, content };
}

export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, '')}\n`;
}

function render({ name, attributes, content }: XmlElement, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')}`;
  if (!Array.isArray(content)) return `${start}>${escapeXml(String(content))}</${name}>`;
  if (content.length === 0) return `${start}/>`;
  return `${start}>\n${content.map((child) => render(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`;
}

/** What XML 1.0 has no place for, even escaped: control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
