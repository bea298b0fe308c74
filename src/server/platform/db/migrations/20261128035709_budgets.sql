CREATE TABLE "sub_account_budgets" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"group_id" bigint,
	"has_own_rule" boolean DEFAULT false NOT NULL,
	"daily_char_num" bigint,
	"monthly_char_num" bigint,
	"daily_voice_num" bigint,
	"monthly_voice_num" bigint,
	"daily_image_num" bigint,
	"monthly_image_num" bigint,
	CONSTRAINT "sub_account_budgets_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sub_account_groups" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"daily_char_num" bigint,
	"monthly_char_num" bigint,
	"daily_voice_num" bigint,
	"monthly_voice_num" bigint,
	"daily_image_num" bigint,
	"monthly_image_num" bigint,
	CONSTRAINT "sub_account_groups_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "sub_account_budgets" ADD CONSTRAINT "sub_account_budgets_user" FOREIGN KEY ("owner_id","user_id") REFERENCES "public"."users"("owner_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_account_budgets" ADD CONSTRAINT "sub_account_budgets_group" FOREIGN KEY ("owner_id","group_id") REFERENCES "public"."sub_account_groups"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sub_account_budgets_by_group" ON "sub_account_budgets" USING btree ("owner_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sub_account_groups_unique_1" ON "sub_account_groups" USING btree ("owner_id","name");