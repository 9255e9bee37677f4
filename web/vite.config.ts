import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { offlineFiles } from './offline-files.ts';
import { precompressed } from './precompressed.ts';

/** The API's URL during development. */
const apiUrl = process.env['WASHDESK_API_URL'] ?? 'http://127.0.0.1:8080';

/** Pages that cloud-api renders itself and serves under the same paths as the app. */
const ownPages: Record<string, string> = {
  '/online': '/online.html',
  '/member': '/member.html',
  '/setupintentcomplete': '/setup.html',
  '/signaturesystem': '/signature.html',
};

const servesOwnPages: Plugin = {
  name: 'washdesk-own-pages',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path = '/', query] = (request.url ?? '/').split('?');
      const page = ownPages[path.toLowerCase().replace(/\/$/, '')];
      if (page) request.url = query ? `${page}?${query}` : page;
      next();
    });
  },
};

/** The URL of Stripe's scripts during development; otherwise cloud-api inserts them. */
const scriptsUrl = process.env['WASHDESK_STRIPE_SCRIPTS_URL'];

const stripeScripts: Plugin = {
  name: 'washdesk-stripe-scripts',
  apply: 'serve',
  transformIndexHtml: (_page, { path }) =>
    scriptsUrl !== undefined && path === '/index.html'
      ? ['/endive/stripe.js', '/terminal/v1/'].map((place) => ({ tag: 'script', attrs: { src: scriptsUrl + place } }))
      : [],
};

/** The texts of the language load beside the page's script, not after it; the script stands before styles, which it would wait for. */
const languagePreload: Plugin = {
  name: 'washdesk-language-preload',
  apply: 'build',
  transformIndexHtml: (_page, { chunk, bundle = {} }) => {
    const files = (chunk?.dynamicImports ?? []).flatMap((file) => {
      const target = bundle[file];
      const language = target?.type === 'chunk' && /[\\/]public[\\/].*[\\/]texts[\\/](\w\w)\.ts$/.exec(target.facadeModuleId ?? '')?.[1];
      return language ? [[language, `/${file}`] as const] : [];
    });
    if (files.length === 0) return [];
    const asked = "(new URLSearchParams(location.search).get('lang')||navigator.language).slice(0,2)";
    const link = `Object.assign(document.createElement('link'),{rel:'modulepreload',href:texts[${asked}]||texts.en})`;
    const children = `{const texts=${JSON.stringify(Object.fromEntries(files))};document.head.append(${link})}`;
    return [{ tag: 'script', injectTo: 'head-prepend', children }];
  },
};

/** antd's inputs ask its form library only for one context. The rest, 13 KB of every first load, is in a screen that uses a whole form. */
const formContextOnly: Plugin = {
  name: 'washdesk-form-context-only',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    if (source !== '@rc-component/form' || !/antd[\\/]es[\\/]form[\\/]context\.js$/.test(importer)) return null;
    return this.resolve('@rc-component/form/es/FormContext', importer);
  },
};

/** A chunk of its own, because a public page loads it without the staff app's libraries. */
const reactModules = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const stateAndRouting = /node_modules[\\/](react-redux|react-router|react-router-dom|@reduxjs|immer)[\\/]/;

const signatureWorker = 'src/public/signature/signature-worker.ts';

const publicPages = /[\\/]src[\\/]public[\\/]/;
/** What Vite adds to every page with a script. */
const loaders = /modulepreload-polyfill|preload-helper/;

interface ModuleGraph {
  getModuleInfo: (id: string) => { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** Whether a public page imports the module, itself or through another one. */
function isOfPublicPage(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return [...importers, ...dynamicImporters].some((importer) => publicPages.test(importer) || isOfPublicPage(importer, graph, seen));
}

const listParts = /web[\\/]src[\\/](components[\\/]data[\\/]|domain[\\/]list-columns|lib[\\/](csv-text|save-file))/;
const customerParts = /shared[\\/](contracts[\\/](billing|members)|rules[\\/](billing|customers|plans))[\\/]/;

const withoutDependencies = { includeDependenciesRecursively: false };

export default defineConfig({
  plugins: [react(), servesOwnPages, stripeScripts, languagePreload, formContextOnly, offlineFiles, precompressed],
  server: { proxy: { '/api': { target: apiUrl, ws: true }, '/health': apiUrl } },
  build: {
    rolldownOptions: {
      input: ['index.html', 'online.html', 'member.html', 'setup.html', 'signature.html', 'local.html', signatureWorker],
      output: {
        // A service worker keeps its address, and its folder is what it may control.
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(signatureWorker) ? 'signature-worker.js' : 'assets/[name]-[hash].js',
        // Without the long list of screens that share a part.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: (id) => reactModules.test(id) || loaders.test(id) },
            { name: 'redux-router', test: stateAndRouting },
            // What all public pages share is small: one request for it.
            { name: 'public-parts', test: /[\\/]src[\\/]public[\\/](lib|components)[\\/]/, ...withoutDependencies },
            // Rules that public pages share with the staff app: these pages must not load the app's chunk for them.
            {
              name: (id, graph) => (isOfPublicPage(id, graph) ? 'public' : null),
              test: /shared[\\/]rules[\\/]/,
              ...withoutDependencies,
            },
            // What every screen of the staff app needs first, in one request.
            {
              name: (id, graph) => (isOfPublicPage(id, graph) ? null : 'app'),
              tags: ['$initial'],
              test: (id) => !publicPages.test(id) && !id.endsWith('.html'),
              ...withoutDependencies,
            },
            // What lists share, and the sign-in does not need.
            { name: 'lists', test: listParts, minShareCount: 2, ...withoutDependencies },
            // What customers and their plans are, which the sign-in does not need either.
            { name: 'customers', test: customerParts, minShareCount: 16, ...withoutDependencies },
            // Our own small parts that many screens share, in one request instead of forty of a few hundred bytes each.
            { name: 'shared', test: /(shared[\\/](contracts|rules)|web[\\/]src)[\\/]/, minShareCount: 17, ...withoutDependencies },
            // By the screens that share them: each loads only what it uses, and parts too small for a request join a neighbor.
            {
              name: 'antd',
              test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[a-z-]+)[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
          ],
        },
      },
    },
  },
});
