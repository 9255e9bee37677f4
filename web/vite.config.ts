import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Where the API answers while the app is developed. */
const apiUrl = process.env['WASHDESK_API_URL'] ?? 'http://127.0.0.1:8080';

/** The pages of their own, which cloud-api serves under the same addresses (design section 7). */
const ownPages: Record<string, string> = { '/online': '/online.html', '/signaturesystem': '/signature.html' };

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

export default defineConfig({
  plugins: [react(), servesOwnPages],
  server: { proxy: { '/api': { target: apiUrl, ws: true } } },
  build: {
    rolldownOptions: {
      input: ['index.html', 'online.html', 'signature.html'],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-redux|react-router|react-router-dom|@reduxjs|scheduler|immer)[\\/]/,
            },
            // What most screens share. Shared by fewer, a part (tables, dialogs) loads with the first screen that has it: /login stays small.
            { name: 'antd', test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[a-z-]+)[\\/]/, minShareCount: 5 },
          ],
        },
      },
    },
  },
});
