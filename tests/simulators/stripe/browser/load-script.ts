import { createContext, runInContext } from 'node:vm';

/**
 * Runs one of the simulator's scripts as a page that loads it would, and returns the page's window.
 * @param page other globals of the page: parts of a document, its own fetch
 */
export async function loadScript(address: string, page: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const source = await (await fetch(address)).text();
  const document = { currentScript: { src: address } };
  const window: Record<string, unknown> = { document, fetch, URL, queueMicrotask, ...page };
  window['window'] = window;
  runInContext(source, createContext(window), { filename: address });
  return window;
}
