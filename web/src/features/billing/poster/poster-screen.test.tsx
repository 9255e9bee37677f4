import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { PosterScreen } from './poster-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const place = (site: number, name: string) => ({ site, name, state: 'IL', country: 'US' });
const poster = (site: number, name: string) => ({
  body: { site, name, url: `https://desk.test/online?site=${site}`, svg: '<svg/>', pdf: 'data:application/pdf;base64,JVBERi0=' },
});

it('shows the poster of the chosen site, as SVG and PDF', async () => {
  const stub = stubApi();
  stub.on('GET /online/locations', { body: { locations: [place(12, 'Joliet'), place(27, 'Merrillville')], count: 2, default: 12 } });
  stub.on('GET /admin/poster/12', poster(12, 'Joliet'));
  stub.on('GET /admin/poster/27', poster(27, 'Merrillville'));
  renderScreen(<PosterScreen />, { path: '/admin/poster', roles: Role.Admin });
  const picture = await screen.findByRole('img', { name: 'Poster with the QR code of https://desk.test/online?site=12' });
  expect(picture.getAttribute('src')).toBe('data:image/svg+xml,%3Csvg%2F%3E');
  await userEvent.click(screen.getByRole('combobox', { name: 'Site' }));
  await userEvent.click(await screen.findByText('Merrillville'));
  await screen.findByRole('img', { name: /site=27$/ });
  const pdf = screen.getByRole('link', { name: 'Download PDF' });
  expect([pdf.getAttribute('download'), pdf.getAttribute('href')]).toEqual([
    'online-sign-up-27.pdf',
    'data:application/pdf;base64,JVBERi0=',
  ]);
});
