import { Button } from '../components/button.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { tabStorage } from '../lib/tab-storage.ts';
import { useTexts } from './texts/texts.ts';
import styles from './signature.module.css';

const storage = tabStorage('signature', () => window.localStorage);

/** The terminal chosen on a tablet that was enrolled without one. `terminal` is null for all of its site. */
interface TerminalChoice {
  device: string;
  terminal: string | null;
}

/** Returns the choice made on this tablet; null before it, and after another enrollment. `?terminal=choose` asks again. */
export function chosenTerminal(device: string): TerminalChoice | null {
  if (new URLSearchParams(window.location.search).get('terminal') === 'choose') return null;
  const stored = storage.read('terminal') as TerminalChoice | null;
  return stored?.device === device ? stored : null;
}

export function storeTerminal(choice: TerminalChoice): void {
  storage.write('terminal', choice);
  const address = new URL(window.location.href);
  address.searchParams.delete('terminal');
  window.history.replaceState(window.history.state, '', address);
}

interface ChooseTerminalProps {
  terminals: readonly string[];
  onChoose: (terminal: string | null) => void;
}

export function ChooseTerminal({ terminals, onChoose }: ChooseTerminalProps) {
  const texts = useTexts().terminal;
  return (
    <main className={`page narrow ${styles.step}`}>
      <StepHeading takesFocus={false}>{texts.heading}</StepHeading>
      <p>{texts.sentence}</p>
      <div className={styles.terminals}>
        {terminals.map((terminal) => (
          <Button key={terminal} kind="plain" onClick={() => onChoose(terminal)}>
            {terminal}
          </Button>
        ))}
        <Button kind="plain" onClick={() => onChoose(null)}>
          {texts.all}
        </Button>
      </div>
    </main>
  );
}
