CREATE TABLE "translation_months" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"month" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"client_type" text NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "translation_months_pk" PRIMARY KEY("owner_id","user_id","month","channel_id","source","target","client_type")
);
--> statement-breakpoint
INSERT INTO "translation_months" ("owner_id", "user_id", "month", "channel_id", "source", "target", "client_type", "chars", "count")
SELECT "owner_id", "user_id", date_trunc('month', "day"), "channel_id", "source", "target", "client_type", sum("chars"), sum("count")
FROM "translation_days" GROUP BY 1, 2, 3, 4, 5, 6, 7;
