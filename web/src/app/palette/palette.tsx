import { Modal } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { withoutMotion } from '../../components/tokens.ts';
import { useEnabledFlags } from '../../lib/flags.ts';
import { paths } from '../../lib/paths.ts';
import { receiveScan } from '../../lib/scanner/scan-listeners.ts';
import { useScanner } from '../../lib/scanner/use-scanner.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { destinationsFor, matching, type Destination } from './destinations.ts';
import { recentOf, remember } from './recent.ts';
import { useCustomers } from './use-customers.ts';
import styles from './palette.module.css';

const groups = { recent: 'Recent', act: 'Actions', screen: 'Screens', customer: 'Customers' } as const;
type Group = keyof typeof groups;

/** Finds an action, a screen or a customer by its name, and opens it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const flags = useEnabledFlags();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const user = session?.user.userid ?? '';
  const text = typed.trim();
  const [warning, setWarning] = useState('');
  const { found, words } = useCustomers(text);
  const rows = rowsFor({ text, all: destinationsFor({ roles: session?.user.roles ?? 0, flags }), recent: recentOf(user), found });
  const at = Math.min(active, rows.length - 1);
  const type = (value: string): void => {
    setTyped(value);
    setActive(0);
    setWarning('');
  };
  useScanner({
    onScan: (code) => {
      // The screen below takes scans again once the palette is gone.
      flushSync(onClose);
      receiveScan(code);
    },
    onWarning: setWarning,
  });
  useEffect(withholdScreenKeys, []);

  if (!session) return null;
  const open = ({ item }: Row): void => {
    remember(user, item);
    onClose();
    void navigate(item.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || !row || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) return open(row);
    const next = (at + step + rows.length) % rows.length;
    setActive(next);
    document.getElementById(`${id}${next}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  return (
    <Modal
      open
      {...withoutMotion}
      title="Find an action, screen or customer"
      footer={null}
      width={600}
      style={{ top: 64 }}
      onCancel={onClose}
      afterOpenChange={() => input.current?.focus()}
    >
      <input
        ref={(element) => {
          input.current = element;
          element?.focus();
        }}
        className={styles.input}
        role="combobox"
        aria-label="Find an action, screen or customer"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={rows.length > 0 ? `${id}${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} className={styles.list} role="listbox" aria-label="Found">
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, members]) => (
          <div key={group} role="group" aria-label={groups[group]}>
            <p className={styles.group} aria-hidden="true">
              {groups[group]}
            </p>
            {members.map((row) => (
              // The keyboard reaches it by the arrows of the field.
              <div
                key={row.item.kind + row.item.to + row.item.label}
                id={`${id}${row.index}`}
                role="option"
                tabIndex={-1}
                aria-selected={row.index === at}
                className={styles.row}
                onPointerMove={() => setActive(row.index)}
                onClick={() => open(row)}
                onKeyDown={onKeyDown}
              >
                <span>{row.item.label}</span>
                <span className={styles.detail}>{row.item.kind === 'act' ? '' : row.item.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.words} role="status">
        {warning || words}
      </p>
    </Modal>
  );
}

/** The keys of the screen below, such as F1 for a gate, do nothing while the palette covers it. @returns a function that gives them back */
function withholdScreenKeys(): () => void {
  const hear = (event: globalThis.KeyboardEvent): void => {
    if (/^F\d+$/.test(event.key) || (event.altKey && !event.ctrlKey)) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hear, { capture: true });
  return () => window.removeEventListener('keydown', hear, { capture: true });
}

interface Row {
  group: Group;
  item: Destination;
  index: number;
}

interface Shown {
  text: string;
  all: readonly Destination[];
  recent: readonly Destination[];
  found: readonly Destination[];
}

function rowsFor({ text, all, recent, found }: Shown): Row[] {
  const inGroup = (group: Group, items: readonly Destination[]) => items.map((item) => ({ group, item }));
  const of = (kind: Destination['kind'], items: readonly Destination[]) =>
    inGroup(
      kind,
      items.filter((item) => item.kind === kind),
    );
  if (text === '') return numbered([...inGroup('recent', recent), ...of('act', all), ...of('screen', all)]);
  const matches = matching(all, text);
  const search = `${paths.search}?${new URLSearchParams({ searchString: text }).toString()}`;
  const lookUp: Destination = { kind: 'customer', label: `Look up “${text}”`, detail: '', to: search };
  return numbered([...of('act', matches), ...of('screen', matches), ...inGroup('customer', [lookUp, ...found])]);
}

const numbered = (rows: readonly Omit<Row, 'index'>[]): Row[] => rows.map((row, index) => ({ ...row, index }));
