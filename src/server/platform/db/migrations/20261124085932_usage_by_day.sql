-- contract: after 0.0.0
-- No version has been released, so that no earlier one serves beside this. The usage by all dimensions stays as it is, with a column for the key; the roll-ups that
-- it adds up to go. Readers fill "owner_days" again.
DROP TABLE "usage_days";--> statement-breakpoint
DROP TABLE "translation_months";--> statement-breakpoint
ALTER TABLE "translation_days" RENAME TO "usage_days";--> statement-breakpoint
ALTER TABLE "usage_days" ADD COLUMN "key_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_days" DROP CONSTRAINT "translation_days_pk";--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_pk" PRIMARY KEY("owner_id","user_id","day","channel_id","source","target","client_type","key_id");--> statement-breakpoint
DROP TABLE "owner_days";--> statement-breakpoint
CREATE TABLE "owner_days" (
	"owner_id" bigint NOT NULL,
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"client_type" text NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "owner_days_pk" PRIMARY KEY("owner_id","day","channel_id","source","target","client_type")
);
