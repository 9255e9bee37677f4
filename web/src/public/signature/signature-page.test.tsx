import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fails, ok, stubFetch, type StubAnswer } from '../../lib/fetch.fixture.ts';
import { answers, cloud, heading, hint, onNewTablets, press, request, show, signatures } from './signature-page.fixture.tsx';
import { en } from './texts/en.ts';

onNewTablets();

/** Draws a straight line. */
function draw(length: number): void {
  const field = screen.getByRole('img', { name: en.signature.pad });
  const at = (x: number, buttons = 1) => ({ clientX: x, clientY: 20, pointerId: 1, isPrimary: true, buttons });
  fireEvent.pointerDown(field, at(20));
  for (let x = 20; x <= 20 + length; x += 10) fireEvent.pointerMove(window, at(x));
  fireEvent.pointerUp(window, at(20 + length, 0));
}

/** Opens the agreement that waits and goes on to the signature. */
async function openSignature(): Promise<void> {
  cloud.waiting = [request];
  show();
  await heading(en.agreement.heading);
  await press(en.agreement.sign);
  await heading(en.signature.heading);
}

describe('a signature tablet', () => {
  it('shows the agreement of a hint at once, takes a drawing, thanks, and is back at the list after 5 s', async () => {
    show();
    await heading(en.list.empty);
    expect(screen.getByRole('contentinfo').textContent).toBe('West tabletAPI 9.9.9Client 2.0.891');
    cloud.waiting = [request];
    await hint();
    await heading(en.agreement.heading);
    const paper = screen.getByRole('article').textContent;
    for (const text of ['Super Kiss', 'Moore, Ada', 'ABC123-IL', '$32.39', '$10.00', '3 months', 'Price guaranteed for 3 months.'])
      expect(paper).toContain(text);
    expect(cloud.sent.map(({ path }) => path)).toContain('/signature?terminal=Washcashier1&noCache=true');

    await press(en.agreement.sign);
    await heading(en.signature.heading);
    draw(200);
    cloud.waiting = [];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole('button', { name: en.signature.done }));
    await heading(en.thanks.heading);
    expect(signatures()).toMatchObject([{ body: { id: 'sig-1', signature: 'data:image/png;base64,AAAA' } }]);
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(screen.getByRole('heading', { name: en.thanks.heading })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(200));
    await heading(en.list.empty);
  });

  it('lists what waits; an agreement that was left does not open by itself again', async () => {
    cloud.waiting = [request];
    show();
    await heading(en.agreement.heading);
    await press(en.agreement.back);
    await heading(en.list.heading);
    cloud.waiting = [request, { ...request, id: 'sig-2', plate: null }];
    await hint();
    const names = await waitFor(() => {
      const found = screen.getAllByRole('listitem');
      expect(found).toHaveLength(2);
      return found.map(({ textContent }) => textContent);
    });
    expect(names).toEqual(['ABC123-ILSuper Kiss$32.39', 'No plateSuper Kiss$32.39']);
    fireEvent.click(screen.getByText('ABC123-IL'));
    await heading(en.agreement.heading);
  });

  it('needs enough ink, and takes lines back', async () => {
    await openSignature();
    const submit = () => fireEvent.click(screen.getByRole('button', { name: en.signature.done }));
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    submit();
    expect(screen.getByRole('alert').textContent).toBe(en.signature.tooLittle);
    expect([isOff(en.signature.undo), isOff(en.signature.clear)]).toEqual([true, true]);
    draw(60);
    expect(screen.queryByRole('alert')).toBeNull();
    submit();
    expect(screen.getByRole('alert')).toBeTruthy();
    draw(60);
    await press(en.signature.undo);
    submit();
    expect(screen.getByRole('alert')).toBeTruthy();
    await press(en.signature.clear);
    expect(isOff(en.signature.undo)).toBe(true);
    expect(signatures()).toEqual([]);
    draw(60);
    draw(60);
    const done = screen.getByRole('button', { name: en.signature.done });
    fireEvent.click(done);
    fireEvent.click(done);
    await heading(en.thanks.heading);
    expect(signatures()).toHaveLength(1);
  });

  it('takes a typed name from a customer who cannot draw', async () => {
    await openSignature();
    await press(en.signature.typeInstead);
    await userEvent.type(screen.getByLabelText(en.signature.name), 'A{Enter}');
    expect(screen.getByText(en.signature.nameMissing)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(en.signature.name), 'da Moore {Enter}');
    await heading(en.thanks.heading);
    expect(signatures().map(({ body }) => body)).toEqual([{ id: 'sig-1', typedName: 'Ada Moore' }]);
  });

  it('keeps a signature without a connection, also over a restart, and sends it once it is back', async () => {
    await openSignature();
    draw(200);
    cloud.answer = null;
    await press(en.signature.done);
    await heading(en.kept.heading);
    cleanup();

    show();
    await heading(en.list.empty);
    expect(screen.getByText(/1 signature is kept on this tablet/)).toBeTruthy();
    cloud.answer = ok({});
    cloud.waiting = [];
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/kept on this tablet/)).toBeNull());
    expect(new Set(signatures().map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
    expect(localStorage.getItem('signature.unsent')).toBe('[]');
  });

  it('sends a signature once at a time on a slow connection', async () => {
    const slow = Promise.withResolvers<StubAnswer>();
    await openSignature();
    draw(200);
    cloud.sent = stubFetch({ ...answers, 'PUT /signature': () => slow.promise });
    await press(en.signature.done);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText(en.signature.sending)).toBeTruthy();
    slow.resolve(ok({}));
    await heading(en.thanks.heading);
    expect(signatures()).toHaveLength(1);
  });

  it('thanks the customer who waited for the connection', async () => {
    await openSignature();
    draw(200);
    cloud.answer = { status: 503, body: null };
    await press(en.signature.done);
    await heading(en.kept.heading);
    cloud.answer = ok({});
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await heading(en.thanks.heading)).toBeTruthy();
  });

  it.each([
    ['already_signed', en.error.already_signed],
    ['signature_cancelled', en.error.signature_cancelled],
    ['signature_not_found', en.error.other],
  ])('says that an error occurred if the cloud refuses it: %s', async (code, sentence) => {
    await openSignature();
    draw(200);
    cloud.answer = fails(409, code, 'No');
    await press(en.signature.done);
    await heading('An error occurred processing your request');
    expect(screen.getByText(sentence)).toBeTruthy();
    cloud.waiting = [];
    await press(en.error.back);
    await screen.findByRole('heading', { name: /agreement|plate/ });
    expect(localStorage.getItem('signature.unsent')).toBe('[]');
  });

  it('closes an agreement that was withdrawn', async () => {
    await openSignature();
    cloud.waiting = [];
    await hint();
    expect(await screen.findByText(en.agreement.gone)).toBeTruthy();
  });

  it('asks once for the terminal if it was enrolled without one', async () => {
    cloud.terminal = null;
    show();
    await press('Detail1');
    await heading(en.list.empty);
    expect(cloud.sent.find(({ path }) => path.startsWith('/signature'))?.path).toBe('/signature?terminal=Detail1');
    expect(cloud.sent.find(({ path }) => path === '/live/ticket')?.body).toEqual({ topic: 'signatures', filter: { terminal: 'Detail1' } });
    cleanup();
    show();
    await heading(en.list.empty);
    cleanup();
    window.history.replaceState(null, '', '/signatureSystem?terminal=choose');
    show();
    await heading(en.terminal.heading);
  });

  it('speaks Spanish by hand', async () => {
    cloud.waiting = [request];
    show();
    await heading(en.agreement.heading);
    await press('Español');
    await heading('Su acuerdo');
    expect(screen.getByRole('article').textContent).toContain('3 meses');
  });
});
