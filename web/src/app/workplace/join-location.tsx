import { Button } from 'antd';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { Location } from '@washdesk/contracts/sites/location';
import { Failure } from '../../components/feedback/failure.tsx';
import { CenterCard } from '../../components/layout/center-card.tsx';
import { PageSkeleton } from '../../components/layout/page-skeleton.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { changeLocation, locationChosen } from '../../lib/workplace.ts';
import { useSetLocation } from './use-set-location.ts';

/** Copies the location from the device to the session, or back, without asking the user. */
export function JoinLocation({ location }: { location: Location }) {
  const session = useSession();
  const dispatch = useDispatch();
  const { setLocation, error } = useSetLocation();
  const sessionHasIt = session?.locationId === location.id;
  useEffect(() => {
    if (sessionHasIt) dispatch(locationChosen(location.id));
    else void setLocation(location.id);
  }, [dispatch, location.id, sessionHasIt, setLocation]);

  if (!error) return <PageSkeleton />;
  return (
    <CenterCard title={`${location.display_name} couldn’t be selected`}>
      <Failure error={error} onRetry={() => void setLocation(location.id)} />
      <p>
        <Button type="link" onClick={() => dispatch(changeLocation())}>
          Choose Another Location
        </Button>
      </p>
    </CenterCard>
  );
}
