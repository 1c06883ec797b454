import { MAX_WEBHOOKS } from '@pontual/contract/public-api/webhooks.ts';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { IfEmailVerified } from '../verification/if-email-verified.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { useWebhooks } from './webhooks-queries.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';

export function WebhooksCard() {
  const query = useWebhooks();
  const title = useRef<HTMLHeadingElement>(null);
  const dialog = useDialogState();
  return (
    <Card aria-label="Webhooks">
      <CardHeader title="Webhooks" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Avisamos um endereço seu quando um post é agendado, sai ou não sai. Se ele não responder,
          tentamos de novo por cerca de um dia.
        </p>
        <QueryState
          query={query}
          failed="Não foi possível carregar seus webhooks."
          focusAfter={title}
        >
          {(webhooks) => (
            <>
              {webhooks.length === 0 ? null : (
                <ul className="grid divide-y divide-line border-y border-line">
                  {webhooks.map((webhook) => (
                    <WebhookItem key={webhook._id} webhook={webhook} title={title} />
                  ))}
                </ul>
              )}
              {webhooks.length < MAX_WEBHOOKS ? (
                <IfEmailVerified purpose="criar webhooks">
                  <Button
                    variant="ink"
                    icon={<WebhookIcon size={16} />}
                    aria-haspopup="dialog"
                    className="lg:justify-self-start"
                    onClick={() => dialog.show(true)}
                  >
                    Criar webhook
                  </Button>
                </IfEmailVerified>
              ) : (
                <p className="text-xs text-ink-3">
                  Você tem {MAX_WEBHOOKS} webhooks, o máximo. Remova um para criar outro.
                </p>
              )}
            </>
          )}
        </QueryState>
        {dialog.key === null ? null : (
          <WebhookDialog key={dialog.key} open={dialog.open} onClose={dialog.close} />
        )}
      </CardBody>
    </Card>
  );
}
