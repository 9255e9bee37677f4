import type { Reader } from '../objects/terminal.ts';
import { escape, notFound, page, statusPill } from '../site/html.ts';
import type { Reply, Route } from '../site/route.ts';
import type { Store } from '../state/store.ts';
import { StripeFault } from '../wire/errors.ts';
import { readerInputSchema, ReaderRefusal, type ReaderControls } from './reader-controls.ts';
import { readerPage } from './reader-page.ts';

/** `/readers` lists the readers; each has a page at `/readers/{id}`. */
export function readerRoutes(store: Store, readerControls: ReaderControls): Route[] {
  return [
    { method: 'GET', path: '/readers', answer: () => ({ html: listOfReaders(store) }) },
    { method: 'GET', path: '/readers/:id', answer: ({ path: { id = '' } }) => pageOf(store, id) },
    {
      method: 'GET',
      path: '/readers/:id/view',
      answer: ({ path: { id = '' } }) => refusable(() => ({ json: readerControls.view(readerControls.find(id)) })),
    },
    {
      method: 'POST',
      path: '/readers/:id',
      answer: ({ path: { id = '' }, json }) =>
        refusable(() => {
          readerControls.order(id, readerInputSchema.parse(json()));
          return { json: readerControls.view(readerControls.find(id)) };
        }),
    },
  ];
}

function pageOf(store: Store, id: string): Reply {
  const reader = store.get('terminal.reader', id);
  return reader ? { html: readerPage(reader, placeOf(store, reader)) } : notFound(`Reader not found: ${id}`);
}

function listOfReaders(store: Store): string {
  const items = store.list('terminal.reader').map((reader) => {
    const { id, label, status } = reader;
    const name = `<a href="/readers/${escape(id)}">${escape(label)}</a><br><span class="muted">${escape(placeOf(store, reader))}</span>`;
    return `<li><span>${name}</span>${statusPill(status)}</li>`;
  });
  return page('Card readers', `<h1>Card readers</h1><div class="card"><ul class="plain">${items.join('')}</ul></div>`);
}

function placeOf(store: Store, { location }: Reader): string {
  return store.get('terminal.location', location)?.display_name ?? '';
}

function refusable(run: () => Reply): Reply {
  try {
    return run();
  } catch (error) {
    if (error instanceof ReaderRefusal || error instanceof StripeFault) return { json: { message: error.message }, status: 409 };
    throw error;
  }
}
