import { Button } from 'antd';
import { useId, useState, type KeyboardEvent, type Ref } from 'react';
import { z } from 'zod';
import { consoleLineLength, consolePrompt } from '@washdesk/contracts/system/console';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { completedLine, withLine } from './completed-line.ts';
import styles from './console.module.css';

interface CommandLineProps {
  field: Ref<HTMLInputElement>;
  onRun: (line: string) => boolean;
  onComplete: (line: string) => Promise<string[]>;
  onClear: () => void;
}

const lines = z.array(z.string());

/** Where a command is typed: Tab completes it, the arrow keys return to the last 25 lines. */
export function CommandLine({ field, onRun, onComplete, onClear }: CommandLineProps) {
  const id = useId();
  const [history, setHistory] = usePersistedState('console-history', lines, []);
  const [line, setLine] = useState('');
  const [choices, setChoices] = useState<readonly string[]>([]);
  /** How many lines back in the history; 0 is the line being typed. */
  const [back, setBack] = useState(0);

  const type = (text: string): void => {
    setLine(text);
    setChoices([]);
    setBack(0);
  };
  const run = (): void => {
    const text = line.trim();
    if (text === '' || !onRun(text)) return;
    setHistory(withLine(history, text));
    type('');
  };
  const recall = (step: number): void => {
    const next = Math.min(history.length, Math.max(0, back + step));
    setBack(next);
    setChoices([]);
    setLine(next === 0 ? '' : (history.at(-next) ?? ''));
  };
  const complete = async (): Promise<void> => {
    const { line: completed, choices: found } = completedLine(line, await onComplete(line));
    setLine((now) => (now === line ? completed : now));
    setChoices(found);
  };
  const press = (event: KeyboardEvent): void => {
    // on an empty line Tab moves the focus as everywhere
    const isCompletion = event.key === 'Tab' && !event.shiftKey && line.trim() !== '';
    const acts: Record<string, (() => void) | false> = {
      ArrowUp: () => recall(1),
      ArrowDown: () => recall(-1),
      Escape: line !== '' && (() => type('')),
      Tab: isCompletion && (() => void complete()),
      l: event.ctrlKey && onClear,
    };
    const act = Object.hasOwn(acts, event.key) && acts[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };

  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <p className={styles.choices} role="status" aria-label="Completions">
        {choices.join('   ')}
      </p>
      <label className={styles.prompt} htmlFor={id}>
        {consolePrompt}
      </label>
      <input
        ref={field}
        id={id}
        aria-label={`${consolePrompt} command`}
        className={styles.input}
        value={line}
        maxLength={consoleLineLength}
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <Button type="primary" htmlType="submit">
        Run
      </Button>
    </form>
  );
}
