import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Location } from '@washdesk/contracts/sites/location';
import { Failure } from '../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../components/layout/page-skeleton.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { useCurrentDeviceQuery, useLocationsQuery } from '../../lib/startup-api.ts';
import { keepLocation, selectWorkplace } from '../../lib/workplace.ts';
import { JoinLocation } from './join-location.tsx';

// Loaded on demand: the pickers' dropdowns are half the size of a screen, and most users have already chosen.
const LocationPicker = lazy(async () => ({ default: (await import('./location-picker.tsx')).LocationPicker }));
const ReaderPicker = lazy(async () => ({ default: (await import('./reader-picker.tsx')).ReaderPicker }));

/**
 * Shows a screen once a location and then a reader are selected. An enrolled device selects before the sign-in; any other browser after it,
 * because it may not read the locations before.
 */
export function WorkplaceGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { data: current } = useCurrentDeviceQuery();
  const known = session !== null || current?.device != null;
  // a lane board without a sign-in takes no cards
  if (!known || (!session && current?.device?.kind === 'lane_board')) return children;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ChosenWorkplace>{children}</ChosenWorkplace>
    </Suspense>
  );
}

function ChosenWorkplace({ children }: { children: ReactNode }) {
  const session = useSession();
  const { locationId, readerId, changing } = useSelector(selectWorkplace);
  const dispatch = useDispatch();
  const { data: current } = useCurrentDeviceQuery();
  const { data, error, refetch } = useLocationsQuery();
  if (!data) return error ? <LocationsFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;

  // The session's location has priority, because the server uses it. The device's location is only a suggestion.
  const wanted = session?.locationId ?? locationId;
  const site = current?.device?.site;
  const locations = locationsFor(site, data.locations);
  // An enrolled device's site is fixed, so the user never selects it.
  const settled = site !== undefined && locations.length === 1 ? locations[0] : undefined;
  const chosen = settled ?? locations.find(({ id }) => id === wanted);
  if (!chosen || (changing && !settled)) {
    return <LocationPicker locations={locations} current={chosen?.id ?? null} onKeep={chosen ? () => dispatch(keepLocation()) : null} />;
  }
  if (chosen.id !== locationId || (session && session.locationId === null)) return <JoinLocation location={chosen} />;
  return readerId === null ? <ReaderPicker location={chosen} isSettled={settled !== undefined} /> : children;
}

/** An enrolled device stays at its site, even if its manager may view others. */
const locationsFor = (site: number | undefined, all: readonly Location[]): readonly Location[] =>
  site === undefined ? all : all.filter(({ metadata }) => metadata.site === String(site));

function LocationsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page>
      <Failure title="Couldn’t load locations" error={error} onRetry={onRetry} />
    </Page>
  );
}
