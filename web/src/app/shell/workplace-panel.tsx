import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Location } from '@washdesk/contracts/sites/location';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { Failure } from '../../components/feedback/failure.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { ThemeSwitch } from '../../components/input/theme-switch.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useCurrentDeviceQuery, useReadersQuery } from '../../lib/startup-api.ts';
import { changeLocation, noTerminal, readerChosen, selectWorkplace } from '../../lib/workplace.ts';
import { openPalette } from '../palette/palette-opening.ts';
import styles from './workplace-menu.module.css';

/** The menu's content: the workplace, and the card readers to select. */
export function WorkplacePanel({ location, onDone }: { location: Location; onDone: () => void }) {
  const dispatch = useDispatch();
  const session = useSession();
  const { data: current } = useCurrentDeviceQuery();
  const device = current?.device;
  return (
    <>
      <dl className={styles.facts}>
        {session && (
          <>
            <dt>Signed in</dt>
            <dd>
              {atLeast(session.user.roles, Role.User) ? (
                <Link to={paths.profile} onClick={onDone}>
                  {session.user.name}
                </Link>
              ) : (
                session.user.name
              )}
            </dd>
          </>
        )}
        <dt>Location</dt>
        <dd>{`${location.display_name}, ${location.metadata.state}`}</dd>
        <dt>Terminal</dt>
        <dd>{session?.terminal ?? 'None'}</dd>
        <dt>This browser</dt>
        <dd>{device ? device.name : 'Not enrolled'}</dd>
      </dl>
      {session && (
        <button
          type="button"
          className={styles.change}
          aria-keyshortcuts="Control+K"
          onClick={() => {
            onDone();
            openPalette();
          }}
        >
          Find Anything <KeyHint>Ctrl K</KeyHint>
        </button>
      )}
      <Readers location={location} onDone={onDone} />
      <ThemeSwitch name="theme" />
      {!device && (
        <button
          type="button"
          className={styles.change}
          onClick={() => {
            dispatch(changeLocation());
            onDone();
          }}
        >
          Change Location
        </button>
      )}
    </>
  );
}

function Readers({ location, onDone }: { location: Location; onDone: () => void }) {
  const dispatch = useDispatch();
  const { readerId } = useSelector(selectWorkplace);
  const { data, error, isFetching, refetch } = useReadersQuery({ query: { location: location.id } }, { refetchOnMountOrArgChange: true });
  const readers = (data?.readers ?? []).toSorted((a, b) => a.label.localeCompare(b.label));
  const choices = [{ id: noTerminal, label: 'No Terminal', status: null }, ...readers];
  return (
    <fieldset className={styles.readers}>
      <legend>Card reader</legend>
      {choices.map(({ id, label, status }) => (
        <label key={id}>
          <input
            type="radio"
            name="workplace-reader"
            checked={id === readerId}
            onChange={() => {
              dispatch(readerChosen(id));
              onDone();
            }}
          />
          <span>{label}</span> {status === 'offline' && <span className={styles.offline}>offline</span>}
        </label>
      ))}
      {isFetching && !data && <p role="status">Looking for card readers…</p>}
      {error && !isFetching && <Failure title="Couldn’t load card readers" error={error} onRetry={() => void refetch()} />}
    </fieldset>
  );
}
