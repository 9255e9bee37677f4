import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installReturningFocus } from './returning-focus.ts';

const user = userEvent.setup({ delay: null });
let uninstall: () => void;

beforeEach(() => (uninstall = installReturningFocus()));
afterEach(() => {
  cleanup();
  uninstall();
});

interface OpenerProps {
  name: string;
  /** Whether the button is disabled while its dialog is open, like one that shows its progress. */
  disabledMeanwhile?: boolean;
  children?: ReactNode;
}

/** A button with its dialog, which closes by being removed from the page, as most do. */
function Opener({ name, disabledMeanwhile = false, children = null }: OpenerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={disabledMeanwhile && open} onClick={() => setOpen(true)}>
        {`Open ${name}`}
      </button>
      {open && (
        <Modal open title={name} footer={null} closable={false}>
          {children}
          <button type="button" autoFocus onClick={() => setOpen(false)}>
            {`Close ${name}`}
          </button>
        </Modal>
      )}
    </>
  );
}

const press = async (name: string): Promise<void> => {
  screen.getByText(name).focus();
  await user.keyboard('{Enter}');
};
const expectFocus = (element: () => Element | null): Promise<void> => waitFor(() => expect(document.activeElement).toBe(element()));

it('returns to what had the focus before the dialog opened', async () => {
  render(<Opener name="Note" />);
  await press('Open Note');
  await press('Close Note');
  await expectFocus(() => screen.getByText('Open Note'));
});

it('returns into the dialog below, from dialog to dialog', async () => {
  render(
    <Opener name="Refund">
      <Opener name="Card" />
    </Opener>,
  );
  await press('Open Refund');
  await press('Open Card');
  await press('Close Card');
  await expectFocus(() => screen.getByText('Open Card'));
  await press('Close Refund');
  await expectFocus(() => screen.getByText('Open Refund'));
});

it('stays in the dialog below where the button that opened the other is disabled meanwhile', async () => {
  render(
    <Opener name="Refund">
      <Opener name="Card" disabledMeanwhile />
    </Opener>,
  );
  await press('Open Refund');
  await press('Open Card');
  await press('Close Card');
  await expectFocus(() => screen.getByText('Open Card'));
});

it('goes to the dialog itself where nothing in it can take the focus', async () => {
  const { rerender } = render(
    <Modal open title="Below" footer={null} closable={false}>
      <Opener key="above" name="Above" />
    </Modal>,
  );
  await press('Open Above');
  rerender(
    <Modal open title="Below" footer={null} closable={false}>
      Done
    </Modal>,
  );
  await expectFocus(() => screen.getByRole('dialog', { name: 'Below' }));
});

it('leaves the focus to a screen that places it itself', async () => {
  function Screen() {
    const [open, setOpen] = useState(true);
    const box = useRef<HTMLInputElement>(null);
    useEffect(() => {
      if (!open) box.current?.focus();
    }, [open]);
    return (
      <>
        <button type="button">Other</button>
        <input ref={box} aria-label="box" />
        {open && (
          <Modal open footer={null} closable={false}>
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </Modal>
        )}
      </>
    );
  }
  render(<Screen />);
  await press('Close');
  await expectFocus(() => screen.getByLabelText('box'));
});

it('goes nowhere where nothing had it', async () => {
  render(<Opener name="Note" />);
  screen.getByText('Open Note').focus();
  screen.getByText('Open Note').blur();
  act(() => screen.getByText('Open Note').click());
  await screen.findByText('Close Note');
  await press('Close Note');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(document.body);
});

it('does not return to the button that opened a dialog which closes by itself', async () => {
  function Status() {
    const [open, setOpen] = useState(false);
    useEffect(() => {
      if (!open) return undefined;
      const timer = setTimeout(() => setOpen(false), 1_700);
      return () => clearTimeout(timer);
    }, [open]);
    return (
      <section aria-label="Plan">
        <button type="button" onClick={() => setOpen(true)}>
          Open Status
        </button>
        {open && (
          <Modal open title="Status" footer={null}>
            <button type="button" autoFocus>
              Details
            </button>
          </Modal>
        )}
      </section>
    );
  }
  render(<Status />);
  await press('Open Status');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Plan' })), { timeout: 10_000 });
});
