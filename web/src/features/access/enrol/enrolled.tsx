import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { Device } from '@washdesk/contracts/access/device';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { paths } from '../../../lib/paths.ts';
import { kindNames } from './enrolment-facts.tsx';

const startOf = { register: paths.locationLanding, lane_board: paths.lanes };

/** Shows the enrolled device and leads to its start screen. */
export function Enrolled({ device, siteName }: { device: Device; siteName: string }) {
  const navigate = useNavigate();
  const start = (): void => {
    // a page of its own, outside the staff app
    if (device.kind === 'tablet') window.location.assign('/signatureSystem');
    else void navigate(known(startOf, device.kind, paths.home));
  };
  const where = [siteName, device.terminal && `terminal ${device.terminal}`].filter(Boolean).join(', ');
  return (
    <CenterCard title="This browser is enrolled" lead={`It is the ${known(kindNames, device.kind, 'device')} ${device.name} at ${where}.`}>
      <Button type="primary" size="large" block autoFocus onClick={start}>
        Continue
      </Button>
    </CenterCard>
  );
}
