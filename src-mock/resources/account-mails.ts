/** The two mails the service sends. Each carries its token as text, to be pasted, and as a link. */
import type { Mail } from '../store/mail-table.ts';
import type { User } from '../store/user-table.ts';

type Recipient = Pick<User, 'name' | 'email'>;
type Letter = Omit<Mail, 'id' | 'sentAtMs'>;

export function activationMail({ name, email }: Recipient, token: string, baseUrl: string): Letter {
  return {
    to: email,
    subject: 'Activate your account',
    text: `Hello ${name},\n\nyour account is on hold until it is activated. Your activation token is\n\n${token}\n\nIt is valid for seven days.`,
    links: [{ label: 'Activate the account', url: `${baseUrl}/users/activation/${token}` }],
  };
}

/** The reset address takes the new password as a POST; opened in a browser it can only say so. */
export function resetMail({ name, email }: Recipient, token: string, baseUrl: string): Letter {
  return {
    to: email,
    subject: 'Reset your password',
    text: `Hello ${name},\n\nsomebody asked for a new password for this address. Your reset token is\n\n${token}\n\nIt is valid for one hour. If it was not you, nothing needs to be done.`,
    links: [
      {
        label: 'Address for the new password (POST)',
        url: `${baseUrl}/users/reset-password/${token}`,
      },
    ],
  };
}
