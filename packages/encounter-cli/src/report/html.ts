/**
 * The report as one page that opens offline: table and 3D view, with script, style, report and geometry inside. It loads nothing: its own
 * security policy forbids that.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ClashReport, Model } from 'encounter-models';
import { zlibSync } from 'fflate';
import { grouped } from '../progress.ts';
import { packGeometry } from './geometry.ts';
import { joinParts, upAxis } from './joined-parts.ts';
import { KINDS } from './words.ts';
import { escapeXml } from './xml.ts';

export interface HtmlOptions {
  /** The most bytes of geometry, before they are packed. */
  readonly geometryLimit?: number;
}

/** Made by the build. */
const viewer = (name: string): string => readFileSync(new URL(`../viewer/${name}`, import.meta.url), 'utf8');

export function htmlReport(report: ClashReport, models: readonly Model[], options: HtmlOptions = {}): string {
  const clashing = new Set(report.clashes.flatMap(({ a, b }) => [a, b]));
  const parts = report.parts.filter((part) => clashing.has(part.id));
  const joined = joinParts(report, models);
  const packed = packGeometry(
    models,
    parts.map((part) => joined.get(part.id)),
    options.geometryLimit,
  );
  const { units, clashes } = report;
  const data = json({ units, up: upAxis(models), origin: packed.origin, clashes, parts });
  const geometry = Buffer.from(zlibSync(packed.bytes, { level: 6 })).toString('base64');
  const script = viewer('viewer.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:`;
  const files = [...new Set(models.map((model) => model.name))];
  const kinds = KINDS.map((kind) => [kind, clashes.filter((clash) => clash.kind === kind).length] as const)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => `${grouped(n)} ${kind}`);
  const leftOut =
    packed.leftOut === 0
      ? ''
      : `<p class="left-out">The 3D view leaves out ${grouped(packed.leftOut)} of ${grouped(packed.leftOut + packed.drawn)} parts, to keep this file small; parts that clash come first.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Encounter">
<title>Clashes: ${escapeXml(files.join(', '))}</title>
<link rel="icon" href="data:,">
<style>
${viewer('style.css')}</style>
</head>
<body>
<header>
<h1>Clashes</h1>
<p>${kinds.join(', ') || 'none'}; ${grouped(report.parts.length)} parts</p>
<p class="files">${files.map(escapeXml).join(', ')}</p>
${leftOut}</header>
<main class="list" aria-label="List of clashes">
<form id="filters" role="search" aria-label="Filter clashes">
<label class="search"><span>Search</span><input id="text" type="search" placeholder="Name, path, file or id" autocomplete="off"></label>
<label><span>Kind</span><select id="kind"><option value="">All kinds</option></select></label>
<label><span>Status</span><select id="status"><option value="">Any status</option></select></label>
<label><span>Group</span><select id="group"><option value="">All groups</option></select></label>
</form>
<p id="count" role="status"></p>
<div class="scroll" role="region" aria-label="Clashes" tabindex="0">
<table>
<thead><tr>
${header('kind', 'Kind')}${header('parts', 'Parts')}${header('size', 'Size')}${header('group', 'Group', 'wide')}${header('status', 'Status', 'wide')}</tr></thead>
<tbody id="rows"></tbody>
</table>
<p id="none" hidden>No clash fits the filters.</p>
<button id="more" class="tool" type="button" hidden>Show more</button>
</div>
</main>
<section class="stage" aria-label="3D view">
<canvas id="view" tabindex="0" role="img" aria-label="The two parts of the chosen clash in colour, all others faint. Arrow keys turn, plus and minus zoom."></canvas>
<div class="tools"><button id="previous" class="tool" type="button">Previous</button><button id="next" class="tool" type="button">Next</button><button id="all" class="tool" type="button">Show all</button></div>
<div id="details" role="status" tabindex="0"></div>
</section>
<noscript>This report needs JavaScript.</noscript>
<script id="report" type="application/json">${data}</script>
<script id="geometry" type="text/plain">${geometry}</script>
<script>${script}</script>
</body>
</html>
`;
}

function header(sort: string, text: string, className = ''): string {
  return `<th scope="col" data-sort="${sort}"${className && ` class="${className}"`}><button type="button">${text}</button></th>\n`;
}

/** No text from a model can end the script that it stands in. */
function json(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
