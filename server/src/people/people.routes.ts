import * as contract from '@pontual/contract/people.ts';
import type { FastifyRequest } from 'fastify';
import type { Member } from '../auth/auth.service.ts';
import type { Throttle } from '../auth/throttle.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Answers } from './invitations.answers.ts';
import type { Invitations } from './invitations.service.ts';
import type { Members } from './members.service.ts';
import type { People } from './people.service.ts';

export function registerPeopleRoutes(
  serving: Serving,
  deps: {
    people: People;
    members: Members;
    invitations: Invitations;
    answers: Answers;
    throttle: Throttle;
  },
): void {
  const { people, members, invitations, answers, throttle } = deps;
  /** Each has a mail sent, to an address that may be anybody's. */
  const mailing = <T>({ userId }: Member, { ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt({ what: 'invite', account: userId, address: ip }, act);
  /** Nobody finds a link by trying. */
  const opening = <T>({ ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt({ what: 'open-link', account: null, address: ip }, act);

  serve(serving, contract.listPeople, (_request, caller) => people.list(caller));

  serve(serving, contract.nameTeam, async ({ body }, caller) => {
    await people.rename(caller, body.name);
    return { name: body.name };
  });

  serve(serving, contract.invitePerson, ({ body }, caller, { request }) =>
    mailing(caller, request, async () => ({
      invitation: await invitations.invite(caller, body, request.ip),
    })),
  );

  serve(serving, contract.resendInvitation, ({ params }, caller, { request }) =>
    mailing(caller, request, async () => ({
      invitation: await invitations.resend(caller, params.id, request.ip),
    })),
  );

  serve(serving, contract.revokeInvitation, async ({ params }, caller) => {
    await invitations.revoke(caller, params.id);
    return null;
  });

  serve(serving, contract.readAudit, ({ query }, caller) => people.audit(caller, query.before));

  serve(serving, contract.changeRole, ({ params, body }, caller, { request }) => {
    const by = { what: 'change-role', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, async () => {
      await members.setRole(caller, params.id, body.role);
      return null;
    });
  });

  serve(serving, contract.removePerson, async ({ params }, caller) => {
    await members.remove(caller, params.id);
    return null;
  });

  serve(serving, contract.handOver, ({ params, body }, caller, { request }) => {
    // Whoever sits at somebody's open session may not guess their password here either.
    const by = { what: 'prove-password', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, async () => ({
      user: await members.handOver(caller, params.id, body.password),
    }));
  });

  serve(serving, contract.leaveTeam, async (_request, caller) => ({
    user: await members.leave(caller),
  }));

  serve(serving, contract.chooseWorkspace, async ({ params }, caller) => ({
    user: await people.choose(caller, params.id),
  }));

  serve(serving, contract.readInvitation, ({ body }, _caller, { request }) =>
    opening(request, () => answers.read(body.token)),
  );

  serve(serving, contract.acceptInvitation, ({ body }, caller, { request }) =>
    opening(request, async () => ({ user: await answers.accept(caller, body.token) })),
  );

  serve(serving, contract.declineInvitation, ({ body }, _caller, { request }) =>
    opening(request, async () => {
      await answers.decline(body.token);
      return null;
    }),
  );
}
