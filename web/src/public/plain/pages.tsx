import type { ComponentType } from 'react';
import { paths, type plainPaths } from '../../ui/page/paths.ts';
import { PublicShell } from '../../ui/page/public-shell.tsx';
import { DevelopersPage } from '../developers/developers-page.tsx';
import { LandingPage } from '../landing/landing-page.tsx';
import { AccessibilityPage } from '../legal/accessibility-page.tsx';
import { CookiesPage } from '../legal/cookies-page.tsx';
import { PrivacyPage } from '../legal/privacy-page.tsx';
import { TermsPage } from '../legal/terms-page.tsx';
import { ContactCard } from '../support/contact-card.tsx';
import { HelpCentre } from '../support/help-centre.tsx';

export const pages: Readonly<Record<(typeof plainPaths)[number], ComponentType>> = {
  [paths.home]: LandingPage,
  [paths.support]: () => (
    <PublicShell>
      <HelpCentre user={null}>
        <ContactCard user={null} />
      </HelpCentre>
    </PublicShell>
  ),
  [paths.privacy]: PrivacyPage,
  [paths.terms]: TermsPage,
  [paths.cookies]: CookiesPage,
  [paths.accessibility]: AccessibilityPage,
  [paths.developers]: DevelopersPage,
};
