import { useId, useRef } from 'react';
import { Section } from '../../../components/layout/section.tsx';
import type { Draft } from './use-draft.ts';
import styles from './configuration.module.css';

/** How many lines are shown above one that a problem leads to. */
const linesAbove = 4;

/** The configuration as YAML, with its problems by line. */
export function TextView({ draft: { text, problems, editText } }: { draft: Draft }) {
  const id = useId();
  const editor = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n');
  const wrong = new Set(problems.map(({ line }) => line));
  const goTo = (line: number): void => {
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
    const height = (field.current?.scrollHeight ?? 0) / Math.max(1, lines.length);
    if (editor.current) editor.current.scrollTop = Math.max(0, (line - linesAbove) * height);
  };
  return (
    <Section title="YAML" flush>
      <div ref={editor} className={styles.editor}>
        <div className={styles.gutter} aria-hidden="true">
          {lines.map((_line, place) => (
            <span key={place} className={wrong.has(place + 1) ? styles.wrongLine : undefined}>
              {place + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={field}
          aria-label="Configuration in YAML"
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-problems`}
          className={styles.text}
          rows={Math.max(12, lines.length)}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => editText(target.value)}
        />
      </div>
      <div id={`${id}-problems`} role="status" className={styles.lineProblems}>
        {problems.length === 0 ? (
          <p className={styles.hint}>No problems. Comments aren’t kept: write the reason when you save.</p>
        ) : (
          <ul>
            {problems.map(({ path, line, sentence }, place) => (
              <li key={`${path} ${place}`}>
                {line !== undefined && (
                  <button type="button" className={styles.goTo} onClick={() => goTo(line)}>
                    Line {line}
                  </button>
                )}
                {sentence}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
