import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fails, ok, stubFetch } from '../../lib/fetch.fixture.ts';
import {
  agreement,
  answers,
  cloud,
  device,
  heading,
  hint,
  noop,
  onNewTablets,
  request,
  show,
  signatures,
} from './signature-page.fixture.tsx';
import { en } from './texts/en.ts';

onNewTablets();

/** A browser's service workers. */
class FakeWorkers extends EventTarget {
  registration = { update: vi.fn(async () => undefined), unregister: vi.fn(async () => true) };
  register = vi.fn(async () => this.registration);
  getRegistration = vi.fn(async () => this.registration);
  controller = {};
}

describe('the copy for a start without a connection', () => {
  let workers: FakeWorkers;
  beforeEach(() => {
    workers = new FakeWorkers();
    vi.stubEnv('PROD', true);
    vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: workers } }));
    vi.stubGlobal('caches', { keys: async () => ['signature-page-v1'], delete: vi.fn(async () => true) });
  });
  afterEach(() => void vi.unstubAllEnvs());

  it('is kept by a tablet, checked at each start', async () => {
    show();
    await heading(en.list.empty);
    await waitFor(() => expect(workers.registration.update).toHaveBeenCalledOnce());
    expect(workers.register.mock.calls).toEqual([['/signature-worker.js', { scope: '/signatureSystem', updateViaCache: 'none' }]]);
  });

  it('is removed from a browser that is no tablet, as after it was revoked', async () => {
    cloud.sent = stubFetch({ ...answers, 'GET /device/current': ok({ device: null }) });
    show();
    await heading(en.notEnrolled.heading);
    await waitFor(() => expect(caches.delete).toHaveBeenCalledWith('signature-page-v1'));
    expect(workers.registration.unregister).toHaveBeenCalledOnce();
    expect(workers.register).not.toHaveBeenCalled();
  });

  it('says at a start without a connection that a signature is kept, and continues by itself', async () => {
    localStorage.setItem('signature.unsent', JSON.stringify([{ id: 'sig-1', signed: { typedName: 'Ada Moore' } }]));
    cloud.sent = stubFetch({});
    show();
    expect(await screen.findByText(en.offline.sentence)).toBeTruthy();
    expect(screen.getByText(/1 signature is kept on this tablet/)).toBeTruthy();
    cloud.sent = stubFetch(answers);
    act(() => void window.dispatchEvent(new Event('online')));
    await heading(en.list.empty);
    await waitFor(() => expect(signatures().map(({ body }) => body)).toEqual([{ id: 'sig-1', typedName: 'Ada Moore' }]), {
      timeout: 8_000,
    });
  });
});

describe('a browser that is no tablet', () => {
  it('shows nothing more once it was revoked', async () => {
    let isRevoked = false;
    cloud.waiting = [request];
    cloud.sent = stubFetch({
      ...answers,
      'GET /device/current': () => ok({ device: isRevoked ? null : { ...device, terminal: cloud.terminal } }),
      'GET /signature': () => (isRevoked ? fails(401, 'unauthorized', 'Sign in') : ok({ signatures: cloud.waiting })),
    });
    show();
    await heading(en.agreement.heading);
    isRevoked = true;
    await hint();
    expect(await heading(en.notEnrolled.heading)).toBeTruthy();
    expect(screen.queryByText('ABC123-IL')).toBeNull();
  });

  it.each([
    ['is not enrolled', null, en.notEnrolled.sentence],
    ['is a register', { ...device, kind: 'register' }, en.notEnrolled.otherKind],
  ])('that %s is told what to do', async (_name, current, sentence) => {
    cloud.sent = stubFetch({ ...answers, 'GET /device/current': ok({ device: current }) });
    show();
    await screen.findByText(sentence);
    expect(cloud.sent.some(({ path }) => path.startsWith('/signature'))).toBe(false);
  });

  it('has no connection', async () => {
    cloud.sent = stubFetch({});
    show();
    expect(await screen.findByText(en.offline.sentence)).toBeTruthy();
  });
});

describe('an unattended tablet', () => {
  it('stays on the page: Back leads nowhere, and there is no link', async () => {
    cloud.waiting = [request];
    show();
    await heading(en.agreement.heading);
    expect(screen.queryAllByRole('link')).toEqual([]);
    const push = vi.spyOn(window.history, 'pushState');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(push).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: en.agreement.heading })).toBeTruthy();
  });

  it('takes the lock of the screen again when it is visible again', async () => {
    const take = vi.fn(async () => ({ release: async () => undefined }));
    vi.stubGlobal('navigator', Object.create(navigator, { wakeLock: { value: { request: take } } }));
    show();
    await heading(en.list.empty);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(take.mock.calls).toEqual([['screen'], ['screen']]);
  });

  it('reports an error and starts again', async () => {
    vi.spyOn(console, 'error').mockImplementation(noop);
    cloud.sent = stubFetch({ ...answers, 'GET /receipt/agreement/*': ok({ ...agreement, terms: null }) });
    cloud.waiting = [request];
    show();
    await heading('Something went wrong.');
    await waitFor(() => expect(cloud.sent.some(({ path }) => path === '/status/error')).toBe(true));
  });
});
