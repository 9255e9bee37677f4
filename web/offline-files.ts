import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

const page = 'signature.html';
const worker = 'signature-worker.js';

/** Tells the service worker of the signature page which built files the page has, in all its languages. */
export const offlineFiles: Plugin = {
  name: 'washdesk-offline-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const [html, script] = [bundle[page], bundle[worker]];
      if (html?.type !== 'asset' || script?.type !== 'chunk') throw new Error(`${page} or ${worker} not built`);
      const files = filesOf(bundle);
      // a service worker of an older browser is no module
      if (script.imports.length > 0) throw new Error(`${worker} shares code with a page: ${script.imports.join(', ')}`);
      const version = createHash('sha256').update(String(html.source)).update(files.join()).digest('base64url').slice(0, 12);
      script.code = script.code.replaceAll('offlineBuild', JSON.stringify({ version, files }));
    },
  },
};

function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])]) found.add(file);
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) add(other);
  };
  const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/${page}`));
  if (!entry) throw new Error(`No script of ${page} found`);
  add(entry.fileName);
  return [...found].map((name) => `/${name}`).toSorted();
}
