import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Session } from '@washdesk/contracts/access/auth';
import { createStore } from '../../app/store.ts';
import { createSessionManager } from '../session/session-manager.ts';
import { serialRunner } from '../session/tab-channel.ts';
import { usePersistedState } from './use-persisted-state.ts';

const form = z.object({ note: z.string() });
const empty = { note: '' };

/** The form as this person's tab shows it after a reload. */
function opened(userid: string) {
  const sessionManager = createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: () => undefined });
  const store = createStore({
    session: sessionManager,
    registerContext: { sale: null, terminal: null, dxt: false, referrer: '' },
    workplace: { locationId: null, readerId: null },
  });
  sessionManager.adopt({
    sessionId: '0193a1b0-0000-7000-8000-0000000000aa',
    user: { name: userid, userid, employeeId: 1, roles: 1 },
  } as Session);
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(() => usePersistedState('test', form, empty), { wrapper }).result;
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('persisted state', () => {
  it('outlives a reload', () => {
    const first = opened('ann');
    act(() => first.current[1]({ note: 'half' }));
    expect(first.current[0]).toEqual({ note: 'half' });
    expect(opened('ann').current[0]).toEqual({ note: 'half' });
  });

  it('is not another user’s', () => {
    const first = opened('ann');
    act(() => first.current[1]({ note: 'half' }));
    expect(opened('bob').current[0]).toEqual(empty);
  });

  it('is gone once it is forgotten', () => {
    const first = opened('ann');
    act(() => first.current[1]((before) => ({ note: `${before.note}x` })));
    act(() => first.current[2]());
    expect(first.current[0]).toEqual(empty);
    expect(opened('ann').current[0]).toEqual(empty);
  });

  it.each(['{', '{"owner":"ann","value":{"note":1}}', '7'])('does not trip over %s', (text) => {
    sessionStorage.setItem('washdesk.persisted.test', text);
    expect(opened('ann').current[0]).toEqual(empty);
  });
});
