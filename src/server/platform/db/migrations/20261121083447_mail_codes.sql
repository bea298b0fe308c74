CREATE TABLE "mail_codes" (
	"email" text PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_codes_by_age" ON "mail_codes" USING btree ("expires_at");