import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { MessageScreen } from './message-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a message is set for all users and removed', async () => {
  const stub = stubApi();
  const stands = (message: string | null) => ({ body: { message } });
  stub.on('GET /communication/systemmessage', stands(null));
  stub.on('PUT /communication/systemmessage', stands('Stripe is down'));
  renderScreen(<MessageScreen />, { path: '/admin/message', roles: Role.Admin });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const lift = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Message' });
  expect(screen.getByRole('heading', { name: 'No message is shown' })).toBeTruthy();
  expect(lift.disabled).toBe(true);
  await userEvent.type(field, ' Stripe is down');
  stub.on('GET /communication/systemmessage', stands('Stripe is down'));
  await userEvent.click(screen.getByRole('button', { name: 'Show Message' }));
  expect(await screen.findByText('Everyone sees the notice page within a minute')).toBeTruthy();
  await waitFor(() => expect(lift.disabled).toBe(false));
  stub.on('GET /communication/systemmessage', stands(null));
  stub.on('PUT /communication/systemmessage', stands(null));
  await userEvent.click(lift);
  expect(await screen.findByText('Message removed')).toBeTruthy();
  expect(stub.calls('PUT /communication/systemmessage').map(({ body }) => body)).toEqual([
    { message: 'Stripe is down', was: '' },
    { message: '', was: 'Stripe is down' },
  ]);
  await waitFor(() => expect(field.value).toBe(''));
});
