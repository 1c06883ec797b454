import * as contract from '@pontual/contract/identity/members.ts';
import type { FastifyRequest } from 'fastify';
import type { Member } from '../../platform/http/authentication.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { InvitationResponses } from './invitation-responses.service.ts';
import type { Invitations } from './invitations.service.ts';
import type { Members } from './members.service.ts';
import type { TeamService } from './team.service.ts';

export function registerMemberRoutes(
  serving: ApiRouter,
  deps: {
    team: TeamService;
    members: Members;
    invitations: Invitations;
    invitationResponses: InvitationResponses;
    throttle: Throttle;
  },
): void {
  const { team, members, invitations, invitationResponses, throttle } = deps;
  /** The caller freely enters the address that gets the email. */
  const withInviteThrottle = <T>(
    { userId }: Member,
    { ip }: FastifyRequest,
    act: () => Promise<T>,
  ) => throttle.attempt({ what: 'invite', account: userId, address: ip }, act);
  /** Prevents guessing of invitation links. */
  const withLinkThrottle = <T>({ ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt({ what: 'open-link', account: null, address: ip }, act);

  serve(serving, contract.listMembers, (_request, caller) => team.list(caller));

  serve(serving, contract.nameTeam, async ({ body }, caller) => {
    await team.rename(caller, body.name);
    return { name: body.name };
  });

  serve(serving, contract.inviteMember, ({ body }, caller, { request }) =>
    withInviteThrottle(caller, request, async () => ({
      invitation: await invitations.invite(caller, body, request.ip),
    })),
  );

  serve(serving, contract.resendInvitation, ({ params }, caller, { request }) =>
    withInviteThrottle(caller, request, async () => ({
      invitation: await invitations.resend(caller, params.id, request.ip),
    })),
  );

  serve(serving, contract.revokeInvitation, async ({ params }, caller) => {
    await invitations.revoke(caller, params.id);
    return null;
  });

  serve(serving, contract.readAudit, ({ query }, caller) => team.audit(caller, query.before));

  serve(serving, contract.changeRole, ({ params, body }, caller, { request }) => {
    const attempt = { what: 'change-role', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(attempt, async () => {
      await members.setRole(caller, params.id, body.role);
      return null;
    });
  });

  serve(serving, contract.removeMember, async ({ params }, caller) => {
    await members.remove(caller, params.id);
    return null;
  });

  serve(serving, contract.transferOwnership, ({ params, body }, caller, { request }) => {
    // An attacker at an open session must not guess the password here.
    const attempt = {
      what: 'prove-password',
      account: caller.userId,
      address: request.ip,
    } as const;
    return throttle.attempt(attempt, async () => ({
      user: await members.transferOwnership(caller, params.id, body.password),
    }));
  });

  serve(serving, contract.leaveTeam, async (_request, caller) => ({
    user: await members.leave(caller),
  }));

  serve(serving, contract.chooseWorkspace, async ({ params }, caller) => ({
    user: await team.choose(caller, params.id),
  }));

  serve(serving, contract.readInvitation, ({ body }, _caller, { request }) =>
    withLinkThrottle(request, () => invitationResponses.read(body.token)),
  );

  serve(serving, contract.acceptInvitation, ({ body }, caller, { request }) =>
    withLinkThrottle(request, async () => ({
      user: await invitationResponses.accept(caller, body.token),
    })),
  );

  serve(serving, contract.declineInvitation, ({ body }, _caller, { request }) =>
    withLinkThrottle(request, async () => {
      await invitationResponses.decline(body.token);
      return null;
    }),
  );
}
