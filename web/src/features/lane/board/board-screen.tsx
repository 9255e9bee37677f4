import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LaneBoard, LaneCar } from '@washdesk/contracts/lane/board';
import { carsOfLane, waitingReads } from '@washdesk/rules/lane/lane-board';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { CollectDialog } from '../../../domain/collect/collect-dialog.tsx';
import { useSiteZone } from '../../../domain/sites/site-clock.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import type { SignInRequest } from '../../../lib/sign-in-request.ts';
import { clockText } from './board-words.ts';
import { LanePanel } from './lane-panel.tsx';
import { useBoard } from './use-board.ts';
import { useLetIn, type ActOutcome, type OpenGate } from './use-let-in.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { WaitingReads } from './waiting-reads.tsx';
import styles from './board.module.css';

/** The newest car and those before it. */
const mostOfLane = 5;

/** /lanes: every lane of the site, for the person who stands there (docs/rules/lane.md#lane-board). */
export function LaneBoardScreen() {
  const { board, isCurrent, notLiveSince, failure, refresh } = useBoard();
  useWakeLock();
  if (!board) {
    return (
      <Page title="Lane board">
        {failure ? <Failure title="Couldn’t load the lanes" error={failure} onRetry={refresh} /> : <PageSkeleton />}
      </Page>
    );
  }
  return <Lanes board={board} isCurrent={isCurrent} notLiveSince={notLiveSince} onDecided={refresh} />;
}

interface LanesProps {
  board: LaneBoard;
  isCurrent: boolean;
  notLiveSince: Date | null;
  onDecided: () => void;
}

function Lanes({ board, isCurrent, notLiveSince, onDecided }: LanesProps) {
  const { site, silentSince, lanes, gates, cars } = board;
  const isSignedIn = useSession() !== null;
  const zone = useSiteZone()(site);
  const openers = useRef(new Map<number, OpenGate>());
  const { letIn, dismiss } = useLetIn((lane) => openers.current.get(lane));
  const [outcome, setOutcome] = useState<(ActOutcome & { lane: number | null }) | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [collected, setCollected] = useState<{ customer: string; subscription: string } | null>(null);

  const act = async (car: LaneCar, lane: number | null, work: Promise<ActOutcome | null>): Promise<void> => {
    setBusy(car.id);
    const result = await work;
    setOutcome(result && { ...result, lane });
    setBusy(null);
    onDecided();
  };
  const isLive = isCurrent && silentSince === null;
  const now = new Date(board.at);
  return (
    <div className={styles.board}>
      <header className={styles.head}>
        <h1>Lanes</h1>
        {!isSignedIn && (
          <Link to={paths.login} state={{ origin: paths.lanes } satisfies SignInRequest} className={styles.signIn}>
            Sign in to let cars in
          </Link>
        )}
        <Connection isCurrent={isCurrent} notLiveSince={notLiveSince} silentSince={silentSince} zone={zone} />
      </header>
      <WaitingReads
        reads={waitingReads(cars, now)}
        zone={zone}
        canAct={busy === null && isCurrent}
        outcome={outcome?.lane === null ? outcome : null}
        onLetIn={(car, lane, code) => void act(car, lane, letIn({ car, lane, code }))}
        onDismiss={(car) => void act(car, null, dismiss(car))}
      />
      {lanes.length === 0 && <p className={styles.empty}>No lanes yet. Gates with a lane and cars appear here.</p>}
      <div className={styles.lanes}>
        {lanes.map((lane) => (
          <LanePanel
            key={lane}
            lane={lane}
            others={lanes.filter((other) => other !== lane)}
            gates={gates.filter((gate) => gate.lane === lane)}
            cars={carsOfLane(cars, lane, mostOfLane)}
            now={now}
            isLive={isLive}
            site={site}
            zone={zone}
            busy={busy}
            outcome={outcome?.lane === lane ? outcome : null}
            onOpener={(open) => openers.current.set(lane, open)}
            onLetIn={(car) => void act(car, lane, letIn({ car, lane, code: car.code ?? '' }))}
            onMove={(car, to) => void act(car, to, letIn({ car, lane: to, code: car.code ?? '', isMoved: true }))}
            onCollect={({ customer, subscription }) => customer && subscription && setCollected({ customer, subscription })}
          />
        ))}
      </div>
      {collected && <CollectDialog {...collected} onClose={() => setCollected(null)} />}
    </div>
  );
}

interface ConnectionProps {
  isCurrent: boolean;
  notLiveSince: Date | null;
  silentSince: string | null;
  zone: string;
}

/** Whether the board is the present state; otherwise since when it is not. */
function Connection({ isCurrent, notLiveSince, silentSince, zone }: ConnectionProps) {
  const [isOff, words] = !isCurrent
    ? [true, `Not live since ${notLiveSince ? clockText(notLiveSince, zone) : 'the start'}. Reconnecting…`]
    : silentSince !== null
      ? [true, `Site not connected since ${clockText(silentSince, zone)}. Gates are unknown.`]
      : [false, 'Live'];
  return (
    <p role="status" className={isOff ? styles.off : styles.live}>
      {words}
    </p>
  );
}
