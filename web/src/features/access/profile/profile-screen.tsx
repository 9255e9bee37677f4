import { Button, Descriptions } from 'antd';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { ThemeSwitch } from '../../../components/input/theme-switch.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useCurrentDeviceQuery, useLocationsQuery, useReadersQuery } from '../../../lib/startup-api.ts';
import { changeLocation, changeReader, noTerminal, selectWorkplace } from '../../../lib/workplace.ts';
import { OwnSecret } from './own-secret.tsx';
import styles from './profile.module.css';

/** The signed-in user and this browser's workplace. The path is public: without a session the profile shows that. */
export function ProfileScreen() {
  const session = useSession();
  if (!session) {
    return (
      <CenterCard title="Profile">
        <p>You’re not signed in.</p>
        <Link to={paths.login}>Sign in</Link>
      </CenterCard>
    );
  }
  const { name, employeeId, userid, roles } = session.user;
  return (
    <Page title={name} actions={employeeId !== null && <OwnSecret employee={employeeId} />}>
      <Descriptions
        bordered
        column={1}
        className={styles.facts}
        items={[
          { key: 'number', label: 'Employee number', children: employeeId ?? 'None' },
          { key: 'user', label: 'User', children: userid },
          { key: 'roles', label: 'Roles', children: namesOfRoles(roles).join(', ') || 'Cashier' },
          { key: 'location', label: 'Location', children: <LocationLine /> },
          { key: 'reader', label: 'Card reader', children: <ReaderLine /> },
          { key: 'terminal', label: 'Sitewatch terminal', children: session.terminal ?? 'None' },
          { key: 'device', label: 'This browser', children: <DeviceLine /> },
        ]}
      />
      <div className={styles.theme}>
        <ThemeSwitch name="theme-of-browser" />
      </div>
    </Page>
  );
}

function LocationLine() {
  const dispatch = useDispatch();
  const locationId = useSession()?.locationId;
  const { data: current } = useCurrentDeviceQuery();
  const { data } = useLocationsQuery();
  return (
    <span className={styles.workplace}>
      {data?.locations.find(({ id }) => id === locationId)?.display_name ?? 'None'}
      {!current?.device && (
        <Button type="link" className={styles.change} onClick={() => dispatch(changeLocation())}>
          Change Location
        </Button>
      )}
    </span>
  );
}

function ReaderLine() {
  const dispatch = useDispatch();
  const { locationId, readerId } = useSelector(selectWorkplace);
  const without = readerId === noTerminal;
  const { data } = useReadersQuery({ query: { location: locationId ?? undefined } }, { skip: without });
  return (
    <span className={styles.workplace}>
      {without ? 'No Terminal' : (data?.readers.find(({ id }) => id === readerId)?.label ?? readerId)}
      <Button type="link" className={styles.change} onClick={() => dispatch(changeReader())}>
        Change Reader
      </Button>
    </span>
  );
}

function DeviceLine() {
  const { data } = useCurrentDeviceQuery();
  return data?.device ? `Enrolled as ${data.device.name}` : 'Not enrolled';
}
