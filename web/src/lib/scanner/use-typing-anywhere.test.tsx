import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTypingAnywhere } from './use-typing-anywhere.ts';

function Desk({ dialog = false }: { dialog?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useTypingAnywhere(box);
  return (
    <>
      <input aria-label="plate" ref={box} />
      <input aria-label="note" />
      <button type="button">Press</button>
      {dialog && <div role="dialog" aria-modal="true" />}
    </>
  );
}

const plate = () => screen.getByLabelText<HTMLInputElement>('plate');
const note = () => screen.getByLabelText<HTMLInputElement>('note');

describe('useTypingAnywhere', () => {
  const user = userEvent.setup();

  beforeEach(() => {
    render(<Desk />);
  });
  afterEach(cleanup);

  it('leads what is typed at a button into the box, from the first key on', async () => {
    await user.click(screen.getByRole('button'));
    await user.keyboard('abc1');
    expect(plate().value).toBe('abc1');
  });

  it('leaves a field its keys', async () => {
    await user.type(note(), 'hello');
    expect([note().value, plate().value]).toEqual(['hello', '']);
  });

  it.each(['{Enter}', ' ', '{Control>}c{/Control}', '{F8}'])('leaves %s to what is focused', async (keys) => {
    await user.click(screen.getByRole('button'));
    await user.keyboard(keys);
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('leaves an open dialog alone', async () => {
    cleanup();
    render(<Desk dialog />);
    await user.click(screen.getByRole('button'));
    await user.keyboard('a');
    expect(plate().value).toBe('');
  });
});
