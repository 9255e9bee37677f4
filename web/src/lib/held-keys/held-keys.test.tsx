import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import page from '../../../index.html?raw';
import { useHotkey } from '../hotkeys/use-hotkey.ts';
import { useScanner } from '../scanner/use-scanner.ts';
import { useTypingAnywhere } from '../scanner/use-typing-anywhere.ts';
import { holdKeys, installHeldKeys, takeEarlyKeys } from './held-keys.ts';

const heard = vi.fn();
const user = userEvent.setup({ delay: null });
let uninstall: () => void;

beforeEach(() => (uninstall = installHeldKeys()));
afterEach(() => {
  cleanup();
  uninstall();
  heard.mockClear();
});

/** A screen whose box receives what is typed anywhere. */
function Desk() {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useTypingAnywhere(box);
  useHotkey('F2', () => heard('F2', text));
  useScanner({ onScan: (code) => heard('scan', code), onWarning: heard });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        heard('submit', text);
      }}
    >
      <input ref={box} aria-label="box" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit">Go</button>
    </form>
  );
}

/** A dialog in its own element, whose only button has the focus. */
function Dialog({ children = null }: { children?: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return createPortal(
    <div role="dialog" aria-modal="true">
      <button ref={button} type="button" onClick={() => heard('confirmed')}>
        Ok
      </button>
      {children}
    </div>,
    document.body,
  );
}

function TwoFields() {
  const [typed, setTyped] = useState({ first: '', second: '' });
  useHotkey('F2', () => heard('F2', typed));
  return (['first', 'second'] as const).map((name) => (
    <input key={name} aria-label={name} value={typed[name]} onChange={({ target }) => setTyped({ ...typed, [name]: target.value })} />
  ));
}

function Button({ name }: { name: string }) {
  return (
    <button type="button" onClick={() => heard(name)}>
      {name}
    </button>
  );
}

const box = () => screen.getByLabelText<HTMLInputElement>('box');
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

/** @returns a function that renders something else in place of what was below the dialog */
async function closeDialogAbove(below: ReactNode) {
  const { rerender } = render(
    <>
      {below}
      <Dialog />
    </>,
  );
  await settled();
  rerender(below);
  await Promise.resolve();
  return rerender;
}

describe('keys that are pressed while a screen loads', () => {
  it('land in the screen’s box, in their order, and a kept Enter submits them', async () => {
    const release = holdKeys('keep');
    await user.keyboard('AX{Backspace}BC{Enter}');
    render(<Desk />);
    expect(box().value).toBe('');
    release();
    await user.keyboard('9');
    await waitFor(() => expect(box().value).toBe('ABC9'));
    expect(heard.mock.calls).toEqual([['submit', 'ABC']]);
  });

  it('are a scan and a press of F2 there too', async () => {
    const release = holdKeys('keep');
    await user.keyboard('$R12345678901{Enter}X{F2}');
    render(<Desk />);
    release();
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    expect(heard.mock.calls).toEqual([
      ['scan', '12345+678901'],
      ['F2', 'X'],
    ]);
  });

  it('are kept for as long as the screen takes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const release = holdKeys('keepOutsideFields', null);
    await user.keyboard('AB');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    render(<Desk />);
    expect(box().value).toBe('');
    release();
    await waitFor(() => expect(box().value).toBe('AB'));
    vi.useRealTimers();
  });

  it('stay with a field that has its use already', async () => {
    render(<Desk />);
    holdKeys('keepOutsideFields');
    await user.type(box(), 'Q');
    expect(box().value).toBe('Q');
  });

  it('never land in a password', async () => {
    const release = holdKeys('keep');
    await user.keyboard('4711');
    render(<input type="password" aria-label="PIN" />);
    screen.getByLabelText('PIN').focus();
    release();
    await settled();
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
  });
});

describe('keys that are pressed before the script of the app is there', () => {
  const runEarlyScript = (): void => window.eval(/<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '');
  afterEach(() => delete window.washdeskEarlyKeys);

  it('are kept by a small script in the page, and land in the first screen', async () => {
    uninstall();
    runEarlyScript();
    await user.keyboard('AB{F2}');
    uninstall = installHeldKeys();
    const release = holdKeys('keep');
    // the script in the page keeps keys until they are taken over
    await user.keyboard('C');
    takeEarlyKeys();
    await user.keyboard('D');
    render(<Desk />);
    release();
    await waitFor(() => expect(box().value).toBe('ABCD'));
    expect(heard.mock.calls).toEqual([['F2', 'AB']]);
    expect(window.washdeskEarlyKeys).toBeNull();
  });
});

describe('a dialog', () => {
  it('that opens later is not answered by a kept key, but hears that a scan came', async () => {
    const release = holdKeys('keep');
    await user.keyboard('{Enter} {F2}$R12345678901{Enter}');
    render(
      <>
        <Desk />
        <Dialog />
      </>,
    );
    release();
    await waitFor(() => expect(heard).toHaveBeenCalled());
    expect(heard.mock.calls).toEqual([['scan', '12345+678901']]);
  });

  it('is not answered by a key that was pressed before it was there, however late a busy page hears it', async () => {
    const early = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    render(<Dialog />);
    await settled();
    expect(document.activeElement?.dispatchEvent(early)).toBe(false);
    await settled();
    expect(heard).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(heard.mock.calls).toEqual([['confirmed']]);
  });

  it('that closes loses none of the keys behind it, before its screen has taken the focus', async () => {
    const { rerender } = render(
      <>
        <Desk />
        <Dialog />
      </>,
    );
    await settled();
    rerender(<Desk />);
    await Promise.resolve();
    await user.keyboard('A{F2}');
    await waitFor(() => expect(heard).toHaveBeenCalled());
    expect(box().value).toBe('A');
    expect(heard.mock.calls).toEqual([['F2', 'A']]);
  });

  it.each([
    ['Tab', '9{Tab}A{F2}', { first: '9', second: 'A' }],
    ['an arrow', '19{ArrowLeft}2{F2}', { first: '129', second: '' }],
  ])('that closes mixes up no keys around %s, which acts at once', async (_name, keys, typed) => {
    await closeDialogAbove(<TwoFields />);
    screen.getByLabelText('first').focus();
    await user.keyboard(keys);
    await waitFor(() => expect(heard.mock.calls).toEqual([['F2', typed]]));
  });

  describe('that closes', () => {
    const next = <Button name="Next" />;
    const other = <Button name="Other" />;
    const closeAbove = () => closeDialogAbove(next);

    it.each([
      ['Enter', '{Enter}'],
      ['space', ' '],
    ])('loses no %s on a button that has the focus then and keeps it', async (_name, key) => {
      await closeAbove();
      screen.getByText('Next').focus();
      await user.keyboard(key);
      await waitFor(() => expect(heard).toHaveBeenCalled());
      await settled();
      expect(heard.mock.calls).toEqual([['Next']]);
    });

    it('presses no button that gets the focus later', async () => {
      const rerender = await closeAbove();
      screen.getByText('Next').focus();
      await user.keyboard('{Enter}');
      rerender(
        <>
          {next}
          {other}
        </>,
      );
      screen.getByText('Other').focus();
      await settled();
      expect(heard).not.toHaveBeenCalled();
    });
  });
});

it('drops every key while a PIN may be typed ahead', async () => {
  render(<Desk />);
  box().focus();
  const release = holdKeys('drop');
  await user.keyboard('4711{Enter}');
  release();
  await settled();
  expect(box().value).toBe('');
  expect(heard).not.toHaveBeenCalled();
});
