import { createContext, runInContext } from 'node:vm';

/**
 * Runs one of the stand-in's scripts as a page would that loaded it from there, and gives the page's window.
 * @param page what else the page has: a document's parts, a fetch of its own
 */
export async function loadScript(address: string, page: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const source = await (await fetch(address)).text();
  const document = { currentScript: { src: address } };
  const window: Record<string, unknown> = { document, fetch, URL, queueMicrotask, ...page };
  window['window'] = window;
  runInContext(source, createContext(window), { filename: address });
  return window;
}
