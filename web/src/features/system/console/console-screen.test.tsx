import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsoleMessage, ConsoleRequest } from '@washdesk/contracts/system/console';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ConsoleScreen } from './console-screen.tsx';
import { consoleReconnectMs } from './use-console.ts';

/** The browser's end of a socket; the test is the server. */
class TestSocket extends EventTarget {
  static opened: TestSocket[] = [];
  readonly sent: string[] = [];
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    TestSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    act(() => void this.dispatchEvent(new Event('close')));
  }

  tell(message: ConsoleMessage): void {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })));
  }

  /** The requests after the ticket. */
  requests(): ConsoleRequest[] {
    return this.sent.slice(1).map((text) => JSON.parse(text) as ConsoleRequest);
  }
}

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('POST /socket/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  TestSocket.opened = [];
  vi.stubGlobal('WebSocket', TestSocket);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const socketNumber = (count: number): Promise<TestSocket> =>
  vi.waitFor(() => TestSocket.opened[count - 1] ?? expect.fail(`socket ${count} was never opened`));

async function connected(count = 1): Promise<TestSocket> {
  const socket = await socketNumber(count);
  act(() => void socket.dispatchEvent(new Event('open')));
  socket.tell({ type: 'ready', prompt: 'DSSC>' });
  return socket;
}

async function open() {
  renderScreen(<ConsoleScreen />, { path: '/admin/console', roles: Role.Admin });
  const socket = await connected();
  await screen.findByText('Connected');
  return { socket, field: screen.getByRole('textbox', { name: 'DSSC> command' }) };
}

describe('the console', () => {
  it('sends its ticket, runs a line at the selected site and shows the output', async () => {
    const { socket, field } = await open();
    expect(socket.url).toMatch(/^ws:.*\/api\/socket$/);
    expect(socket.sent).toEqual(['{"ticket":"ticket"}']);
    await userEvent.type(field, 'use 12{Enter}');
    expect(socket.requests()).toEqual([{ type: 'run', id: 1, line: 'use 12', site: null }]);
    expect(screen.getByText('Running…')).toBeTruthy();
    socket.tell({ type: 'output', id: 1, ok: true, text: 'Site 12, Joliet: online', site: { number: 12, name: 'Joliet' } });
    const output = within(screen.getByRole('log', { name: 'Output' }));
    expect(output.getByText('Site 12, Joliet: online')).toBeTruthy();
    expect(screen.getByText('Site 12, Joliet')).toBeTruthy();
    await userEvent.type(field, 'gate status{Enter}');
    expect(socket.requests().at(-1)).toEqual({ type: 'run', id: 2, line: 'gate status', site: 12 });
    socket.tell({ type: 'output', id: 2, ok: false, text: 'Site 12 is offline', site: { number: 12, name: 'Joliet' } });
    expect(output.getByLabelText('Failed:')).toBeTruthy();
  });

  it('selects the site of the link that led to it, and runs nothing else of a link', async () => {
    renderScreen(<ConsoleScreen />, { path: '/admin/console', address: '/admin/console?site=12', roles: Role.Admin });
    const socket = await connected();
    await screen.findByText('Connected');
    expect(socket.requests()).toEqual([{ type: 'run', id: 1, line: 'use 12', site: null }]);
    cleanup();
    renderScreen(<ConsoleScreen />, { path: '/admin/console', address: '/admin/console?site=12%20agent%20restart', roles: Role.Admin });
    const other = await connected(2);
    await screen.findByText('Connected');
    expect(other.requests()).toEqual([]);
  });

  it('shows a new line wherever the output was scrolled to', async () => {
    const { socket, field } = await open();
    const log = screen.getByRole('log', { name: 'Output' });
    Object.defineProperties(log, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
    log.scrollTop = 100;
    fireEvent.scroll(log);
    socket.tell({ type: 'output', id: 0, ok: true, text: 'x', site: null });
    expect(log.scrollTop).toBe(100);
    await userEvent.type(field, 'sites{Enter}');
    expect(log.scrollTop).toBe(900);
  });

  it('recalls lines by the arrow keys, and clears by Escape and Ctrl+L', async () => {
    const { socket, field } = await open();
    await userEvent.type(field, 'sites{Enter}');
    socket.tell({ type: 'output', id: 1, ok: true, text: '12  Joliet', site: null });
    await userEvent.type(field, 'help{Enter}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(field).toHaveProperty('value', 'sites');
    await userEvent.type(field, '{ArrowDown}');
    expect(field).toHaveProperty('value', 'help');
    await userEvent.type(field, '{Escape}');
    expect(field).toHaveProperty('value', '');
    await userEvent.type(field, '{Control>}l{/Control}');
    expect(screen.queryByText('12  Joliet')).toBeNull();
  });

  it('completes by Tab, lists choices, and leaves Tab on an empty line to the browser', async () => {
    const { socket, field } = await open();
    await userEvent.type(field, 'gate o{Tab}');
    expect(socket.requests()).toEqual([{ type: 'complete', id: 1, line: 'gate o', site: null }]);
    socket.tell({ type: 'completions', id: 1, words: ['open'] });
    await vi.waitFor(() => expect(field).toHaveProperty('value', 'gate open '));
    await userEvent.type(field, '{Tab}');
    socket.tell({ type: 'completions', id: 2, words: ['north', 'south'] });
    expect((await screen.findByRole('status', { name: 'Completions' })).textContent).toContain('north   south');
    await userEvent.type(field, '{Escape}{Tab}');
    expect(document.activeElement).not.toBe(field);
    expect(socket.requests()).toHaveLength(2);
  });

  it('reconnects every 1.5 s with a new ticket, and names what may have run meanwhile', async () => {
    const { socket, field } = await open();
    await userEvent.type(field, 'agent restart --reason memory{Enter}');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    socket.close();
    expect(screen.getByText('Connecting…')).toBeTruthy();
    expect(screen.getByText(/The command may have run/)).toBeTruthy();
    expect(consoleReconnectMs).toBe(1_500);
    for (const count of [2, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(consoleReconnectMs));
      (await socketNumber(count)).close();
    }
    await act(() => vi.advanceTimersByTimeAsync(consoleReconnectMs));
    await connected(4);
    expect(screen.getByText('Connected')).toBeTruthy();
    expect(stub.calls('POST /socket/ticket')).toHaveLength(4);
  });

  it('keeps a line that cannot be sent, and shows why a connection is refused', async () => {
    stub.on('POST /socket/ticket', { status: 403, body: stubError('forbidden', 'You don’t have permission to do this') });
    renderScreen(<ConsoleScreen />, { path: '/admin/console', roles: Role.Admin });
    expect(await screen.findByText('You don’t have permission to do this')).toBeTruthy();
    const field = screen.getByRole('textbox', { name: 'DSSC> command' });
    await userEvent.type(field, 'sites{Enter}');
    expect(field).toHaveProperty('value', 'sites');
    expect(screen.queryByRole('button', { name: 'Show Commands' })).toBeNull();
  });

  it('copies an output, and all of them', async () => {
    const user = userEvent.setup();
    const { socket } = await open();
    await user.click(screen.getByRole('button', { name: 'Show Commands' }));
    await vi.waitFor(() => expect(socket.requests()).toHaveLength(1));
    socket.tell({ type: 'output', id: 1, ok: true, text: 'help  List the commands', site: null });
    for (const name of ['Copy output of help', 'Copy All']) {
      await navigator.clipboard.writeText('');
      await user.click(screen.getByRole('button', { name }));
      expect(await navigator.clipboard.readText()).toBe('DSSC> help\nhelp  List the commands');
    }
  });

  it('downloads a support bundle of the selected site', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined }),
    );
    stub.on('GET /site/12/support', { body: { name: 'washdesk-site-12-2026-11-21.zip', zip: btoa('PK-zip') } });
    const { socket, field } = await open();
    expect(screen.queryByRole('button', { name: 'Download Support Bundle' })).toBeNull();
    await userEvent.type(field, 'use 12{Enter}');
    socket.tell({ type: 'output', id: 1, ok: true, text: 'Site 12, Joliet: online', site: { number: 12, name: 'Joliet' } });
    await userEvent.click(screen.getByRole('button', { name: 'Download Support Bundle' }));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect([saved[0]?.type, saved[0]?.size]).toEqual(['application/zip', 6]);
  });
});
