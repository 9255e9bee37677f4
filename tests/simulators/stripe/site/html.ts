import { readFileSync } from 'node:fs';
import path from 'node:path';

const style = readFileSync(path.join(import.meta.dirname, 'style.css'), 'utf8');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Formats cents for people. */
export function dollars(cents: number): string {
  const amount = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return `${cents < 0 ? '-' : ''}$${amount}`;
}

/** Formats epoch seconds as a date in UTC, the provider's time zone. */
export function day(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/**
 * @param body trusted markup, with all external values escaped
 * @param width `wide` for pages with columns
 */
export function page(title: string, body: string, width: 'narrow' | 'wide' = 'narrow'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escape(title)}</title>
<style>
${style}</style>
</head>
<body>
<header class="bar"><b>Payment provider</b> simulator: no money moves</header>
<main class="${width}">
${body}
</main>
</body>
</html>
`;
}

/** The not-found page. */
export function notFound(what: string): { html: string; status: 404 } {
  return { html: page('Not found', `<h1>Not found</h1><p>${escape(what)}</p>`), status: 404 };
}

/** A table of names and values, as text. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): string {
  return `<table class="facts">${rows.map(([name, value]) => fact(name, escape(value))).join('')}</table>`;
}

/** One table row. @param markup trusted */
export function fact(name: string, markup: string): string {
  return `<tr><th scope="row">${escape(name)}</th><td>${markup}</td></tr>`;
}

const tones: Readonly<Record<string, string>> = {
  active: 'go',
  online: 'go',
  paid: 'go',
  trialing: 'go',
  incomplete: 'wait',
  open: 'wait',
  past_due: 'wait',
  incomplete_expired: 'stop',
  uncollectible: 'stop',
  unpaid: 'stop',
};

/** An object's status as a colored word. */
export function statusPill(status: string): string {
  return `<span class="pill ${tones[status] ?? ''}">${escape(status.replaceAll('_', ' '))}</span>`;
}
