import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { IsiScreen } from './isi-screen.tsx';

const request = 'POST /fetchapp/orders';
/** The bytes of an image, as a browser reads them. */
const image = 'GIF89a';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const show = () => renderScreen(<IsiScreen />, { path: '/isi', address: '/isi?tab=coupon' });
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
async function fill() {
  show();
  await type('ISI Invoice Number', '01812-77');
  await type('First Name', 'Ann');
  await type('Last Name', 'Moore');
  await type('License Plate', 'abc123-il');
}

it('can be requested only when everything is there', async () => {
  await fill();
  expect(button(/Request Coupon/).disabled).toBe(false);
  for (const [label, wrong, words] of [
    ['ISI Invoice Number', '01712-7', 'Must look like 01###-###, and begin with 018 or 019'],
    ['First Name', ' ', 'First name is required'],
    ['Last Name', ' ', 'Last name is required'],
    ['License Plate', 'ABC123', 'Enter a plate with its state, such as ABC123-IL'],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    const right = field.value;
    fireEvent.change(field, { target: { value: wrong } });
    fireEvent.blur(field);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(button(/Request Coupon/).disabled).toBe(true);
    fireEvent.change(field, { target: { value: right } });
  }
  expect(screen.getByText('Requested by Ann Cashier')).toBeTruthy();
});

it('shows the coupon, and prints it in a window that closes itself', async () => {
  stub.on(request, { body: image, type: 'image/gif' });
  await fill();
  await userEvent.click(button(/Request Coupon/));
  const shown = await screen.findByRole<HTMLImageElement>('img', { name: 'Wash coupon of invoice 01812-77' });
  expect(shown.src).toBe(`data:image/gif;base64,${btoa(image)}`);
  expect(stub.calls(request).map(({ body }) => body)).toEqual([
    { vendor_id: '01812-77', first_name: 'Ann', last_name: 'Moore', custom_1: 'ABC123-IL' },
  ]);
  const opened = Object.assign(new EventTarget(), {
    document: document.implementation.createHTMLDocument(),
    print: vi.fn(),
    close: vi.fn(),
  });
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  await userEvent.click(button(/Print Coupon/));
  opened.document.querySelector('img')!.dispatchEvent(new Event('load'));
  expect(opened.print).toHaveBeenCalledOnce();
  expect(opened.close).not.toHaveBeenCalled();
  opened.dispatchEvent(new Event('afterprint'));
  expect(opened.close).toHaveBeenCalledOnce();
  open.mockReturnValue(null);
  await userEvent.click(button(/Print Coupon/));
  expect(await screen.findByText(/print window was blocked/)).toBeTruthy();
  open.mockRestore();
  await userEvent.click(button(/Another Coupon/));
  expect(screen.getByLabelText<HTMLInputElement>('ISI Invoice Number').value).toBe('');
});

it('says why there is none', async () => {
  stub.on(request, { status: 409, body: stubError('coupon_refused', 'There is no product WASHCOUPON') });
  await fill();
  await userEvent.click(button(/Request Coupon/));
  expect(await screen.findByText('Couldn’t create the coupon')).toBeTruthy();
  expect(screen.getByText('There is no product WASHCOUPON')).toBeTruthy();
});

it('with an unknown outcome is requested again under its key', async () => {
  stub.on(request, { status: 503, body: stubError('outcome_unknown', 'FetchApp hasn’t confirmed the coupon') });
  await fill();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(button(/Request Coupon/));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await screen.findByText('Checking whether the coupon was created')).toBeTruthy();
  stub.on(request, { body: image, type: 'image/gif' });
  await userEvent.click(button(/Request Coupon/));
  expect(await screen.findByRole('img', { name: 'Wash coupon of invoice 01812-77' })).toBeTruthy();
  expect(new Set(stub.calls(request).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
