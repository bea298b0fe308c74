ALTER TABLE "mail_codes" DROP CONSTRAINT "mail_codes_pkey";--> statement-breakpoint
ALTER TABLE "mail_codes" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_codes" ALTER COLUMN "asked_from" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mail_codes" ADD CONSTRAINT "mail_codes_email_asked_from_pk" PRIMARY KEY("email","asked_from");--> statement-breakpoint
ALTER TABLE "mail_codes" ADD COLUMN "elsewhere" integer DEFAULT 0 NOT NULL;
