import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refundCharge } from '@washdesk/contracts/billing/refund';
import { forbiddenMessage } from '@washdesk/contracts/errors';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';
import { installHeldKeys } from '../../lib/held-keys/held-keys.ts';
import { retryIdempotent } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { installReturningFocus } from '../../lib/returning-focus.ts';
import { stubApi, stubError } from '../../testing/api.ts';
import type { StubApi } from '../../testing/api.ts';
import { aRegister } from '../../testing/device.ts';
import { renderScreen } from '../../testing/screen.tsx';
import { useStepUp } from './use-step-up.tsx';

const { useRefundInTestMutation } = api.injectEndpoints({
  endpoints: (build) => ({ refundInTest: build.mutation(fromContract(refundCharge)) }),
});

/** A form whose action is above a cashier's role. */
function RefundInTest() {
  const stepUp = useStepUp();
  const [refund] = useRefundInTestMutation();
  const [note, setNote] = useState('');
  const [outcome, setOutcome] = useState('');
  const press = async () => {
    const call = { params: { chargeId: 'ch_1' }, body: { amount: 1_250, notes: note }, idempotencyKey: 'key-of-this-refund' };
    const end = await retryIdempotent(() => stepUp.ask(refundCharge, call, (approved) => refund(approved)), [0]);
    setOutcome(end.kind === 'done' ? `refunded ${end.data.id}` : `${end.kind}: ${end.failure.message}`);
  };
  return (
    <>
      <Input aria-label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
      <Button onClick={() => void press()}>Refund</Button>
      <p>{outcome}</p>
      {stepUp.dialog}
    </>
  );
}

const forbidden = { status: 403, body: stubError('forbidden', forbiddenMessage) };
const refunded = { body: { id: 're_1', charge: 'ch_1', amount: 1_250, status: 'succeeded' } };
const given = {
  body: {
    approval: 'approval-1',
    approver: { id: '103', name: 'Priya Raman' },
    expires: '2026-11-21T12:01:00.000Z',
    amount: 1_250,
  },
};

let stub: StubApi;
let stopReturningFocus: () => void;
beforeEach(() => {
  stopReturningFocus = installReturningFocus();
  stub = stubApi();
  stub.on('GET /device/current', { body: { device: aRegister } });
  stub.on('POST /auth/stepup', given);
  stub.on('POST /refund/ch_1', ({ headers }) => (headers.get('x-approval') === 'approval-1' ? refunded : forbidden));
});
afterEach(() => {
  stopReturningFocus();
  cleanup();
  vi.unstubAllGlobals();
});

async function askForApproval() {
  const user = userEvent.setup();
  renderScreen(<RefundInTest />, { path: '/refund' });
  await user.type(screen.getByLabelText('Note'), 'Scratched');
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  await screen.findByLabelText("Manager's employee number");
  return user;
}

describe('an operation above the role', () => {
  it('is done with employee number and PIN, by keyboard alone, and is approved as it is sent', async () => {
    const user = await askForApproval();
    expect(screen.getByText('$12.50')).toBeDefined();
    await user.keyboard('103{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Manager's PIN")));
    await user.keyboard('471147{Enter}');
    await screen.findByText('refunded re_1');
    const action = { id: 'refundCharge', params: { chargeId: 'ch_1' }, query: {}, key: 'key-of-this-refund' };
    const body = { amount: 1_250, notes: 'Scratched' };
    expect(stub.calls('POST /auth/stepup').map((call) => call.body)).toEqual([
      { action: { ...action, body }, approver: { employee: 103, pin: '471147' } },
    ]);
    expect(stub.calls('POST /refund/ch_1').map((call) => call.body)).toEqual([body, body]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why the user’s role is not enough, and whose approval is wanted', async () => {
    const words = 'You sold this plan in the last 48 hours';
    stub.on('POST /refund/ch_1', { status: 403, body: { ...stubError('forbidden', words), details: { role: 'User' } } });
    await askForApproval();
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByText(/^This needs the approval of User or above\./)).toBeDefined();
  });

  it('lets a PIN that is typed before its field has the focus land nowhere', async () => {
    const uninstall = installHeldKeys();
    const device$ = Promise.withResolvers<void>();
    stub.on('GET /device/current', async () => {
      await device$.promise;
      return { body: { device: aRegister } };
    });
    const user = userEvent.setup();
    renderScreen(<RefundInTest />, { path: '/refund' });
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    screen.getByLabelText('Note').focus();
    await screen.findByText('Manager approval');
    await user.keyboard('471147{Enter}');
    device$.resolve();
    const number = await screen.findByLabelText<HTMLInputElement>("Manager's employee number");
    await waitFor(() => expect(document.activeElement).toBe(number));
    await user.keyboard('103');
    expect(number.value).toBe('103');
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
    expect(stub.calls('POST /auth/stepup')).toEqual([]);
    uninstall();
  });

  it('stays as it was typed if it is not approved', async () => {
    const user = await askForApproval();
    await user.keyboard('{Escape}');
    await screen.findByText('refused: Not approved. Nothing was changed');
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Scratched');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refund' }));
    expect(stub.calls('POST /auth/stepup')).toEqual([]);
  });

  it('says what is wrong with a sign-in, in place, and takes the next one', async () => {
    const user = await askForApproval();
    stub.on('POST /auth/stepup', { status: 403, body: stubError('approver_wrong', 'This sign-in is incorrect') });
    await user.keyboard('103{Enter}0000{Enter}');
    await screen.findByText('This sign-in is incorrect');
    stub.on('POST /auth/stepup', given);
    await user.type(screen.getByLabelText("Manager's PIN"), '471147{Enter}');
    await screen.findByText('refunded re_1');
    const pins = stub.calls('POST /auth/stepup').map(({ body }) => (body as { approver: { pin: string } }).approver.pin);
    expect(pins).toEqual(['0000', '471147']);
  });

  it('says that the approval of this manager does not suffice', async () => {
    const user = await askForApproval();
    stub.on('POST /refund/ch_1', forbidden);
    await user.keyboard('103{Enter}471147{Enter}');
    await screen.findByText('Priya Raman can’t approve this either');
    await user.click(screen.getByRole('button', { name: 'Another Employee Number' }));
    expect(screen.getByLabelText<HTMLInputElement>("Manager's employee number").value).toBe('');
  });

  it('leaves what was wrong behind when another way to sign in is chosen', async () => {
    const user = await askForApproval();
    const wrong = 'This sign-in is incorrect';
    stub.on('POST /auth/stepup', { status: 403, body: stubError('approver_wrong', wrong) });
    await user.keyboard('103{Enter}0000{Enter}');
    await screen.findByText(wrong);
    await user.click(screen.getByRole('button', { name: 'Use Username and Password' }));
    expect(screen.queryByText(wrong)).toBeNull();
    await user.type(screen.getByLabelText("Manager's username"), 'priya');
    await user.type(screen.getByLabelText("Manager's password"), 'dull{Enter}');
    await screen.findByText(wrong);
    await user.click(screen.getByRole('button', { name: 'Use Employee Number and PIN' }));
    expect(screen.queryByText(wrong)).toBeNull();
  });

  it('has the same approval when it is repeated for an answer that was lost', async () => {
    const user = await askForApproval();
    stub.on('POST /refund/ch_1', () => {
      stub.on('POST /refund/ch_1', refunded);
      return 'lost';
    });
    await user.keyboard('103{Enter}471147{Enter}');
    await screen.findByText('refunded re_1');
    const approvals = stub.calls('POST /refund/ch_1').map(({ headers }) => headers.get('x-approval'));
    expect(approvals).toEqual([null, 'approval-1', 'approval-1']);
    expect(stub.calls('POST /auth/stepup')).toHaveLength(1);
  });

  it('may be approved by username and password', async () => {
    const user = await askForApproval();
    await user.click(screen.getByRole('button', { name: 'Use Username and Password' }));
    await user.type(screen.getByLabelText("Manager's username"), 'priya');
    await user.type(screen.getByLabelText("Manager's password"), 'sparkle{Enter}');
    await screen.findByText('refunded re_1');
    expect(stub.calls('POST /auth/stepup')[0]?.body).toMatchObject({ approver: { username: 'priya', password: 'sparkle' } });
  });
});

describe('a manager whose roles need a one-time code', () => {
  const answered = ({ body }: { body: unknown }) => {
    const { code } = (body as { approver: { code?: string } }).approver;
    if (code === undefined) return { status: 403, body: stubError('code_required', 'Enter the code from your authenticator app') };
    return code === '246802' ? given : { status: 403, body: stubError('code_wrong', 'This code is wrong') };
  };

  it('enters it behind the PIN, and again when it is wrong', async () => {
    const user = await askForApproval();
    stub.on('POST /auth/stepup', answered);
    await user.keyboard('103{Enter}471147{Enter}');
    await user.type(await screen.findByLabelText("Manager's one-time code"), '111111{Enter}');
    await screen.findByText('This code is wrong');
    await user.type(screen.getByLabelText("Manager's one-time code"), '246802{Enter}');
    await screen.findByText('refunded re_1');
    const approvers = stub.calls('POST /auth/stepup').map(({ body }) => (body as { approver: object }).approver);
    const byPin = { employee: 103, pin: '471147' };
    expect(approvers).toEqual([byPin, { ...byPin, code: '111111' }, { ...byPin, code: '246802' }]);
  });

  it('may leave it to another user', async () => {
    const user = await askForApproval();
    stub.on('POST /auth/stepup', answered);
    await user.keyboard('103{Enter}471147{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Use a Different Approver' }));
    expect(await screen.findByLabelText("Manager's employee number")).toBeTruthy();
  });
});

describe('at a browser that is not enrolled', () => {
  it('only username and password can approve', async () => {
    stub.on('GET /device/current', { body: { device: null } });
    const user = userEvent.setup();
    renderScreen(<RefundInTest />, { path: '/refund' });
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByLabelText("Manager's username");
    expect(screen.queryByRole('button', { name: 'Use Employee Number and PIN' })).toBeNull();
  });
});

describe('a refusal that is no question of roles', () => {
  it('asks for no approval', async () => {
    stub.on('POST /refund/ch_1', { status: 409, body: stubError('more_than_refundable', 'Only $9.99 of this charge can be refunded') });
    const user = userEvent.setup();
    renderScreen(<RefundInTest />, { path: '/refund' });
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('refused: Only $9.99 of this charge can be refunded');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
