import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import styles from './local.module.css';

const { log } = texts;
const warning = 40;
const most = 100;

interface Line {
  level: number;
  time: string;
  msg: string;
  rest: string;
}

function lineOf(text: string): Line {
  try {
    const { level = 30, time = '', msg = '', site: _site, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return { level: Number(level), time: String(time), msg: String(msg), rest: Object.keys(rest).length > 0 ? JSON.stringify(rest) : '' };
  } catch {
    // a line that was too long is cut
    return { level: 30, time: '', msg: text, rest: '' };
  }
}

/** The agent's log as it is written, newest first. */
export function Log({ site: { lines }, view }: Shown) {
  const [paused, setPaused] = useState<readonly string[] | null>(null);
  const [level, setLevel] = useState('0');
  const shown = (paused ?? lines)
    .map((text, place) => ({ ...lineOf(text), place }))
    .filter((line) => line.level >= Number(level))
    .toReversed()
    .slice(0, most);
  return (
    <section className={`card ${styles.section} ${styles.wide}`} aria-labelledby="log">
      <div className={styles.logHead}>
        <h2 id="log">{log.heading}</h2>
        <SelectField
          label={log.level}
          name="level"
          choices={[
            { value: '0', label: log.all },
            { value: String(warning), label: log.problems },
          ]}
          value={level}
          onChange={setLevel}
        />
        <Button kind="plain" onClick={() => setPaused(paused === null ? lines : null)}>
          {paused === null ? log.pause : log.resume}
        </Button>
      </div>
      {/* a region that scrolls needs the keyboard */}
      <div className={styles.log} role="region" aria-label={log.lines} tabIndex={0}>
        {shown.length === 0 && <p className={styles.muted}>{log.none}</p>}
        {shown.map(({ place, level: lineLevel, time, msg, rest }) => (
          <p key={`${place} ${time}`} className={lineLevel >= warning ? styles.logProblem : undefined}>
            <span className={styles.muted}>{clockTime(time, view.site.timeZone)}</span>{' '}
            {lineLevel !== 30 && `${log.words[lineLevel] ?? ''} `}
            {msg} <span className={styles.muted}>{rest}</span>
          </p>
        ))}
      </div>
    </section>
  );
}

function clockTime(time: string, timeZone: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString('en-US', { hourCycle: 'h23', timeZone });
}
