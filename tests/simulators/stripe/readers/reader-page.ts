import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reader } from '../objects/terminal.ts';
import { escape, page } from '../site/html.ts';
import type { DisplayMood } from './display.ts';
import { readerCards } from './reader-cards.ts';

const style = readFileSync(path.join(import.meta.dirname, 'reader.css'), 'utf8');

/** The sign next to the text, by the display's mood. */
const signs: Record<DisplayMood, string> = {
  idle: '<path d="M4 12h14a4 4 0 0 1 4 4v0H2v-2z M7 12l2-4h7l2 4"/><circle cx="7" cy="17" r="1.5"/><circle cx="17" cy="17" r="1.5"/>',
  asking: '<path d="M6 9a5 5 0 0 1 0 6 M10 6.500a9 9 0 0 1 0 11 M14 4a13 13 0 0 1 0 16"/>',
  busy: '<circle cx="6" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="18" cy="12" r="1"/>',
  approved: '<circle cx="12" cy="12" r="10"/><path d="M7 12.500l3.500 3.500 6.500-7.500"/>',
  declined: '<circle cx="12" cy="12" r="10"/><path d="M8 8l8 8 M16 8l-8 8"/>',
  offline: '<path d="M5 13a10 10 0 0 1 14 0 M8.500 16.500a5 5 0 0 1 7 0 M3 3l18 18"/><circle cx="12" cy="20" r=".5"/>',
};

/**
 * Returns the page of a reader: its display, and the actions of a customer or a cable.
 * @param place the name of its location, because labels are not unique
 */
export function readerPage({ id, label, device_type, serial_number }: Reader, place: string): string {
  const cards = Object.entries(readerCards).map(([name, { shows }]) => `<option value="${name}">${escape(shows)}</option>`);
  const symbols = Object.entries(signs).map(([mood, paths]) => `<symbol id="sign-${mood}" viewBox="0 0 24 24">${paths}</symbol>`);
  return page(
    `${label}, ${place} – card reader`,
    `<style>${style}</style>
<svg hidden>${symbols.join('')}</svg>
<h1>${escape(label)}, ${escape(place)}</h1>
<p class="muted">${escape(device_type)} ${escape(serial_number)} · <a href="/readers">All card readers</a></p>
<div class="columns">
  <section class="device" aria-label="Card reader">
    <div class="screen" role="status" id="display" data-mood="idle">
      <svg aria-hidden="true"><use id="sign" href="#sign-idle"/></svg>
      <p class="sum" id="amount" hidden></p>
      <p class="words" id="words"></p>
    </div>
  </section>
  <section class="actions" aria-label="At the counter">
    <p class="problem" role="alert" id="problem"></p>
    <div><label for="card">Card to tap</label><select id="card">${cards.join('')}</select></div>
    <button id="tap" disabled>Tap the card</button>
    <div class="pair">
      <button id="decline" class="quiet" disabled>Tap a declined card</button>
      <button id="cancel" class="stop" disabled>Cancel</button>
    </div>
    <button id="power" class="quiet">Go offline</button>
  </section>
</div>
<script src="/_browser/reader.js" data-reader="${escape(id)}"></script>`,
    'wide',
  );
}
