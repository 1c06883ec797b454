import { useMemo, useState } from 'react';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { LoginRedirect } from '../../ui/page/route-guard.tsx';
import { toRef } from '../../ui/page/to-ref.ts';
import { PageMetadata } from '../../ui/page/page-metadata.tsx';
import { ContactCard } from './contact-card.tsx';
import { attachContactControls } from './contact-controls.ts';
import { HelpCentre } from './help-centre.tsx';
import { MyMessages } from './my-messages.tsx';

/** The help centre of a user; visitors have a plain page (public/plain). */
export function SupportPage() {
  const { user } = useSession();
  const [sent, setSent] = useState(0);
  const contactRef = useMemo(
    () => toRef((card) => attachContactControls(card, () => setSent((count) => count + 1))),
    [],
  );
  if (user === null) return <LoginRedirect />;
  return (
    <>
      <PageMetadata path={paths.support} />
      <HelpCentre user={user}>
        <ContactCard user={user} ref={contactRef} />
        <MyMessages sent={sent} />
      </HelpCentre>
    </>
  );
}
