import { invitedRoles, roleNames, type Role } from '@pontual/contract/shared/roles.ts';

export const roleDescriptions: Record<Role, string> = {
  owner: 'Cuida da conexão com o Instagram, do plano e das pessoas.',
  editor: 'Cria, edita e agenda posts.',
  approver: 'Vê tudo e aprova posts. Não cria nem edita.',
  viewer: 'Vê o calendário e os números. Não muda nada.',
};

export const roleOptions = invitedRoles.map((role) => ({ value: role, label: roleNames[role] }));
